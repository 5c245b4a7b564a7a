import { uuidOf } from '../seed/random.ts';
import { notFound } from './refusal.ts';

/** The one client of this bank, and its one user. */
export const clientId = 'c7e1f0a4-5b2d-4c36-9a18-3d5e7f902b61';
export const clientName = 'Kestrel Treasury Ltd';
export const userId = uuidOf('user desk@nostro.example');

/** Throws Refusal 404. */
export function refuseOtherClient(id: string): void {
  if (id !== clientId) throw notFound(`Client ${id}`);
}
