/** The card of a person: the portrait where there is one, else that of the site. */
import type { Person } from "../../../worker/contract/people.ts";
import { imageLink } from "../../links.ts";
import { type Card, SITE_CARD } from "../metadata/card.ts";

export function personCard({ id, name, profile_path }: Person, imaged: boolean): Card {
  if (!imaged || profile_path === null) return { ...SITE_CARD, type: "profile" };
  return { type: "profile", alt: name, image: imageLink(720, profile_path, { person: id }) };
}
