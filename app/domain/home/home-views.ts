/** The views of the orders' list that Home counts, as the list itself does. */
export const HOME_VIEWS = ["to_place", "waiting", "preparing", "on_the_way", "delivered", "refused"] as const;
