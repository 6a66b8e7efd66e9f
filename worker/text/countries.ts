/** Countries in names of titles. */

/** Countries that follow a title to tell it from its namesakes, and their names in records. */
export const COUNTRIES: Readonly<Record<string, string>> = {
  us: "United States",
  usa: "United States",
  uk: "United Kingdom",
  gb: "United Kingdom",
  au: "Australia",
  nz: "New Zealand",
  ca: "Canada",
  in: "India",
  jp: "Japan",
  kr: "South Korea",
  de: "Germany",
  fr: "France",
  es: "Spain",
  it: "Italy",
  br: "Brazil",
  se: "Sweden",
  dk: "Denmark",
  no: "Norway",
};
