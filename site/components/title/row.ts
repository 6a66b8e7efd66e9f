/** The number of titles in one row of a wide window. */
export const TITLES_IN_ROW = 7;
