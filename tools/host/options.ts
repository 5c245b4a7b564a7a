import { parseArgs } from 'node:util';

export type HostOptions = {
  /** The program to run: the bundle's main file. */
  main: string;
  headed: boolean;
  drivable: boolean;
  packaged: boolean;
  /** As on a server: a program that asks for a display gets an error. */
  displayless: boolean;
  dark: boolean;
  scale?: number;
  size?: { width: number; height: number };
  /** What the program finds in its own argv. */
  words: string[];
};

/** `run.ts MAIN [--headed] [--drivable] [--packaged] [--displayless] [--dark] [--scale N] [--size WxH] [-- words for the program]` */
export function readHostOptions(args: string[]): HostOptions {
  const cut = args.indexOf('--');
  const own = cut < 0 ? args : args.slice(0, cut);
  const flag = { type: 'boolean', default: false } as const;
  const text = { type: 'string' } as const;
  const { values, positionals } = parseArgs({
    args: own,
    allowPositionals: true,
    options: {
      headed: flag,
      drivable: flag,
      packaged: flag,
      displayless: flag,
      dark: flag,
      scale: text,
      size: text,
    },
  });
  const main = positionals[0];
  if (main === undefined) throw new Error('name the main file to run');
  const { headed, drivable, packaged, displayless, dark } = values;
  return {
    main,
    headed,
    drivable,
    packaged,
    displayless,
    dark,
    ...(values.scale === undefined ? {} : { scale: Number(values.scale) }),
    ...(values.size === undefined ? {} : { size: sizeOf(values.size) }),
    words: cut < 0 ? [] : args.slice(cut + 1),
  };
}

function sizeOf(text: string): { width: number; height: number } {
  const [width, height] = text.split('x').map(Number);
  if (!width || !height) throw new Error(`not a size: ${text}`);
  return { width, height };
}
