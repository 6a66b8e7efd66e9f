/** The maximum number of titles that are shown as a list, because a grid of so few would not fill a row. */
export const MAX_IN_LIST = 3;

/** The maximum number of titles for which the filters are collapsed in windows of every width. */
export const MAX_UNFILTERED = 5;
