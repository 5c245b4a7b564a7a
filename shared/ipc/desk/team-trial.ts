/** How the start from the sources and the window agree on trying Nostro as a team. The packaged app has none of it. */
export const teamTrial = {
  /** Environment variable of the window: empty where a team can be tried, else a sentence that says what to install. */
  variable: 'NOSTRO_TEAM_TRIAL',
  /** Exit code of a window whose person wants to try it. */
  exitCode: 75,
} as const;
