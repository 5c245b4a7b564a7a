import { page } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';

import SettingsView from '../../../renderer/features/settings/SettingsView.svelte';
import type { SectionId } from '../../../renderer/features/settings/sections.ts';
import type { Shared } from '../../../renderer/state/context.ts';
import type { Route } from '../../../shared/ipc/routes.ts';
import { ok } from '../../../shared/result.ts';
import WithShared from '../support/WithShared.svelte';
import { type Answers, type FakeBridge } from '../support/fake-bridge.ts';
import { frameView } from '../support/list-frame.ts';
import { bankAnswers, foreignDesk } from './bank-records.ts';
import { bridge, openDesk } from '../support/view.ts';

export type OpenSettings = {
  readonly bridge: FakeBridge;
  readonly shared: Shared;
  /** The questions of one route so far. */
  readonly requested: (route: Route) => readonly unknown[];
};

/** The settings of a bank known by its file, at a section. */
export async function openSettings(
  params: { section: SectionId; operation?: string },
  answers: Answers = {},
  desk = foreignDesk,
): Promise<OpenSettings> {
  await page.viewport(1440, 900);
  frameView();
  const shared = openDesk({ ...bankAnswers(), 'desk.state': () => ok(desk), ...answers });
  await Promise.resolve();
  await new Promise((resolve) => setTimeout(resolve, 0));
  void render(WithShared, { shared, view: SettingsView, params });
  return {
    bridge,
    shared,
    requested: (route) =>
      bridge.requested.filter((question) => question.route === route).map(({ input }) => input),
  };
}

export const button = (name: string) => page.getByRole('button', { name });
