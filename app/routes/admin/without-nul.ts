/** PostgreSQL's text holds no NUL: what is looked up there must have none. */
export const WITHOUT_NUL = /^[^\0]*$/;
