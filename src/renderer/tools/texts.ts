import { counted } from '../ui/amounts'
import { listed } from '../../shared/words/labels'
import type { ToolPlace, ToolTrust } from '../../shared/contract/tool-calls'

/** Texts on tools: programs beside the campaign. */
export const toolTexts = {
  command: 'Tools…',
  title: 'Tools',
  reading: 'Reading the tools…',
  list: 'Tools of this campaign',
  none: 'This campaign has no tools. The command “proscenium tool new” writes one.',
  asks: (n: number): string => `${n === 1 ? 'A tool wants' : `${counted(n, 'tool')} want`} to run with this campaign`,
  about:
    'A tool is a program that the DM’s plans can use, or that plays a seat. It runs in an empty folder and is given only what it asks for. But like any program it can read and change your files: trust it only if you know where it comes from.',
  without: 'Without tools everything else works. Proscenium asks again when their files change.',
  places: { campaign: 'From this campaign', own: 'Your own' } satisfies Record<ToolPlace, string>,
  states: { trusted: 'Trusted', declined: 'Not trusted', new: 'New', changed: 'Changed' } satisfies Record<ToolTrust, string>,
  runs: 'Runs',
  folder: 'In',
  given: 'Is given',
  nothing: 'nothing of the state',
  seat: (environment: readonly string[]): string =>
    environment.length === 0
      ? 'what the seat knows that it plays'
      : `what the seat knows that it plays, and your ${environment.length === 1 ? 'variable' : 'variables'} ${listed(environment)}`,
  parts: (state: readonly string[]): string => listed(state),
  unusable: 'Can’t be used',
  trust: (n: number): string => (n === 1 ? 'Trust' : `Trust ${counted(n, 'tool')}`),
  notNow: 'Not now',
  distrust: 'Stop trusting',
  close: 'Close',
  trusted: (n: number): string => `${n === 1 ? 'The tool' : counted(n, 'tool')} can run with this campaign now.`,
  distrusted: 'No tool runs with this campaign any more.'
} as const
