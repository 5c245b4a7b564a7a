/** Random numbers from a seed, the same on every machine. */
export function randomFrom(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 0x1_0000_0000) * below);
  };
}

type Random = (below: number) => number;
type Damage = (bytes: Buffer, random: Random) => Buffer;

const cut: Damage = (bytes, random) => bytes.subarray(0, random(bytes.length));

const flip: Damage = (bytes, random) => {
  const changed = Buffer.from(bytes);
  for (let count = 1 + random(4); count > 0; count -= 1) {
    const at = random(changed.length);
    changed[at] = (changed[at] ?? 0) ^ (1 << random(8));
  }
  return changed;
};

const without: Damage = (bytes, random) => {
  const at = random(bytes.length);
  return Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + 1 + random(60))]);
};

const twice: Damage = (bytes, random) => {
  const at = random(bytes.length);
  const to = at + 1 + random(200);
  return Buffer.concat([bytes.subarray(0, to), bytes.subarray(at, to), bytes.subarray(to)]);
};

const zeros: Damage = (bytes, random) => {
  const changed = Buffer.from(bytes);
  const at = random(bytes.length);
  changed.fill(0, at, Math.min(changed.length, at + random(30)));
  return changed;
};

/** Elements of an invoice as its text has them. */
const element = /<((?:\w+:)?[A-Z]\w*)\b[^<>]*>[^<>]*<\/\1>/g;

const swapped: Damage = (bytes, random) => {
  const text = bytes.toString();
  const elements = [...text.matchAll(element)];
  const [one, other] = [
    elements[random(elements.length || 1)],
    elements[random(elements.length || 1)],
  ];
  if (!one || !other || one.index >= other.index) return flip(bytes, random);
  return Buffer.from(
    `${text.slice(0, one.index)}${other[0]}${text.slice(one.index + one[0].length, other.index)}${one[0]}${text.slice(other.index + other[0].length)}`,
  );
};

const repeated: Damage = (bytes, random) => {
  const text = bytes.toString();
  const elements = [...text.matchAll(element)];
  const one = elements[random(elements.length || 1)];
  if (!one) return flip(bytes, random);
  const copies = one[0].repeat(1 + random(5));
  return Buffer.from(text.slice(0, one.index) + copies + text.slice(one.index));
};

const dropped: Damage = (bytes, random) => {
  const text = bytes.toString();
  const elements = [...text.matchAll(element)];
  const one = elements[random(elements.length || 1)];
  if (!one) return flip(bytes, random);
  return Buffer.from(text.slice(0, one.index) + text.slice(one.index + one[0].length));
};

const huge: Damage = (bytes, random) =>
  Buffer.from(bytes.toString().replace(/>\d+\.\d\d</, `>${'9'.repeat(1 + random(400))}.00<`));

const entities: Damage = (bytes) =>
  Buffer.from(
    bytes
      .toString()
      .replace(
        '?>',
        `?><!DOCTYPE x [<!ENTITY a "${'9'.repeat(1_000)}"><!ENTITY b "&a;&a;&a;&a;">]>`,
      )
      .replace(/>1190\.00</, '>&b;<'),
  );

const damages: readonly Damage[] = [
  ...[cut, flip, flip, without, twice, zeros, swapped, swapped, repeated, dropped, huge, entities],
];

/** The same bytes, damaged once or a few times. A PDF is damaged as bytes alone. */
export function damaged(bytes: Buffer, random: Random): Buffer {
  const isText = bytes[0] === 0x3c;
  let changed = bytes;
  for (let count = 1 + random(3); count > 0 && changed.length > 0; count -= 1) {
    const kinds = isText ? damages : [cut, flip, without, twice, zeros];
    changed = (kinds[random(kinds.length)] ?? flip)(changed, random);
  }
  return changed;
}
