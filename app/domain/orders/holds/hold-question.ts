/** What an answer about one order tells of later ones: a spelling, a city, how an app and a gateway pay. */
export const holdQuestions = ["city_as_written", "city_chosen", "gateway_route"] as const;
export type HoldQuestion = (typeof holdQuestions)[number];
