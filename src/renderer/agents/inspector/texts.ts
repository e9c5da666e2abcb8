import type { Effort } from '../../../shared/table/turns'
/** Texts of the inspector: each turn's context, answer and calls. */
export const inspectorTexts = {
  title: 'Agents',
  list: 'Turns',
  loading: 'Reading the turns…',
  search: 'Search turns',
  seat: 'Seat',
  brokenOff: 'Unfinished',
  playing: 'Playing now',

  beat: (n: number): string => `Beat ${n}`,
  towards: (n: number): string => `Unfinished turn for beat ${n}`,
  notRecorded: 'This machine has no record of this turn. Proscenium rebuilt its context from the files.',
  reading: 'Reading the turn…',
  inOut: (sent: string, out: string): string => `${sent} in, ${out} out`,
  tokens: (n: string): string => `${n} tokens`,
  tabs: { told: 'Context', said: 'Answer', plan: 'Plan', did: 'Calls', withheld: 'Unavailable', changed: 'Changes' },

  tiers: { frame: 'Frame', hot: 'Hot', warm: 'Warm', cold: 'Cold', tools: 'Tools' },
  tierHints: { frame: 'instructions, the same every turn', hot: 'current scene', warm: 'summaries', cold: 'retrieved notes' },
  estimated: 'estimated',
  reasons: { title: 'Why', chosen: 'Chosen' },
  thought: 'Thoughts',
  answer: 'Text',

  plan: { status: { done: 'done', failed: 'failed', skipped: 'not done', timeout: 'took too long', cancelled: 'cancelled' } },
  noCalls: 'The turn made no calls.',
  comparing: 'Comparing with the previous turn…',
  change: { new: 'new', gone: 'removed', changed: 'changed' },

  speaking: (name: string): string => `${name} is deciding`,
  rerunModelHint: 'Default',
  effort: { low: 'Low', medium: 'Medium', high: 'High', max: 'Highest' } satisfies Record<Effort, string>,
  compareTitle: 'Side by side'
} as const
