import { ibanOf } from '../../../sandbox/seed/home-banks.ts';
import type { Dice } from '../../../test/laboratory/dice.ts';
import type { PlannedPayee } from './jobs.ts';

/** Names that are not easily mistaken for one another. */
const towns = [
  ...['Alderton', 'Bexmoor', 'Corvin', 'Dunsley', 'Elstow', 'Farrant', 'Grendale', 'Hexham'],
  ...['Ibstock', 'Jevington', 'Kirkby', 'Lydd', 'Morpeth', 'Norwood', 'Oakham', 'Penrith', 'Quorn'],
  ...['Redcar', 'Swaffham', 'Tavistock', 'Ulverston', 'Vintley', 'Wexcombe', 'Yoxford', 'Zennor'],
];
const trades = ['Timber', 'Optics', 'Ceramics', 'Printing', 'Pumps', 'Textiles', 'Haulage'];

/** Draws payees, each with a name and an account of its own. */
export class PayeeDraws {
  readonly #dice: Dice;
  #count = 0;

  constructor(dice: Dice) {
    this.#dice = dice;
  }

  next(): PlannedPayee {
    const place = this.#count;
    const town = towns[place % towns.length] ?? '';
    const round = Math.floor(place / towns.length);
    const name = `${town} ${trades[(place + round) % trades.length] ?? ''} GmbH`;
    return this.named(name);
  }

  /** A payee of another name, such as one that looks like another one. */
  named(name: string): PlannedPayee {
    this.#count += 1;
    return { key: `payee ${String(this.#count)}`, name, accountNumber: this.iban() };
  }

  iban(): string {
    const digits = Array.from({ length: 10 }, () => this.#dice.below(10)).join('');
    return ibanOf('DE', `50010517${digits}`);
  }
}
