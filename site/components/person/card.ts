/** The card of a person: the portrait where there is one, else the one drawn for them. */
import type { Person } from "../../../worker/contract/people.ts";
import { imageLink, personShareLink } from "../../links.ts";
import type { Card } from "../metadata/card.ts";
import { CARD_SIZE } from "../title/card.ts";

export function personCard(person: Person, imaged: boolean): Card {
  const { id, name, profile_path: profile } = person;
  return imaged && profile !== null
    ? { type: "profile", alt: name, image: imageLink(720, profile, { person: id }) }
    : { type: "profile", alt: name, image: personShareLink(person), size: CARD_SIZE };
}
