/** The number of titles in one row of a wide window. */
export const TITLES_IN_ROW = 7;

/** The maximum number of titles that are shown as a list, because a grid of so few would not fill a row. */
export const MAX_IN_LIST = 3;
