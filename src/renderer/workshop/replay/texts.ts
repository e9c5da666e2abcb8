/** Texts of the panel that replays the story under the edited rules. */
export const replayTexts = { first: (n: number): string => `First difference: beat ${n}`, end: 'At the end', keep: 'Keep as a branch' } as const
