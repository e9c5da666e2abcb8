import type { Command } from 'commander'
import { COVERAGE_TITLES, type CoverageGroup, type CoverageReport } from '../../shared/analysis/coverage'
import { counted } from '../../shared/words/labels'
import { longAnswer } from './progress'
import { campaignCommand, type CommandContext, type JsonFlag, wholeNumber } from './usage'

const MAX_LISTED = 12

/** The command that reports coverage. */
export function coverageCommand(program: Command, { campaigns, to, print }: CommandContext): void {
  campaignCommand(
    program,
    'coverage',
    'report what the story exercised in the rules and the world, how often, and what it never exercised',
    'coverage ~/stories/well',
    'coverage ~/stories/well --session 2',
    'coverage ~/stories/well --branch other --json'
  )
    .option('--session <n>', 'only this session', wholeNumber(1))
    .option('--branch <name>', 'this branch instead of the current one')
    .action((dir: string, { json, ...part }: { session?: number; branch?: string } & JsonFlag) =>
      campaigns.open(dir, async (calls) => {
        const report = await longAnswer(to, await calls.coverage(part), ({ done, of }) => `Counted ${counted(done, 'beat')} of ${of}.`)
        print(json, report, coverageWords(report))
      })
    )
}

/** The report in words: how much of each kind, what wasn't counted, and what was never exercised. */
function coverageWords({ beats, counted: replayed, uncounted, outdated, unread, groups }: CoverageReport): string {
  const width = Math.max(...groups.map(({ kind }) => COVERAGE_TITLES[kind].length))
  return [
    `${counted(beats, 'beat')} played, ${replayed} of them replayed.`,
    ...uncounted.map(({ reason, beats: some }) => `${counted(some, 'beat')} not replayed: ${reason}`),
    ...outdated.map(({ path, beats: some }) => `${counted(some, 'beat')} ran an earlier version of ${path}. Not counted here.`),
    ...unread.map((path) => `The statements of ${path} can't be counted.`),
    '',
    ...groups.map(({ kind, exercised, entries }) => `${COVERAGE_TITLES[kind].padEnd(width)}  ${exercised} of ${entries.length}`),
    ...groups.flatMap(neverWords)
  ].join('\n')
}

function neverWords({ kind, entries }: CoverageGroup): string[] {
  const never = entries.filter(({ times }) => times === 0)
  if (never.length === 0) return []
  const lines = kind === 'statement' ? byFile(entries) : never.map(({ label, place: { path, line } }) => `  ${label}  ${path}:${line}`)
  const rest = lines.length - MAX_LISTED
  return ['', `${COVERAGE_TITLES[kind]}, never`, ...lines.slice(0, MAX_LISTED), ...(rest > 0 ? [`  … and ${rest} more`] : [])]
}

/** The files with statements that never ran, those with the most first. */
function byFile(entries: CoverageGroup['entries']): string[] {
  const files = new Map<string, { never: number; of: number }>()
  for (const { times, place } of entries) {
    const file = files.get(place.path) ?? { never: 0, of: 0 }
    files.set(place.path, file)
    file.of++
    if (times === 0) file.never++
  }
  return [...files]
    .filter(([, { never }]) => never > 0)
    .toSorted(([a, x], [b, y]) => y.never - x.never || (a < b ? -1 : 1))
    .map(([path, { never, of }]) => `  ${path}: ${never} of ${of}`)
}
