import type { Command } from 'commander'
import { Problem } from '../../shared/base/problem'
import { type FindResult, howWords, resultWords } from '../../shared/analysis/analysis'
import { type CommandContext, type JsonFlag, campaignCommand } from './usage'
import { shortId } from './words'
import { type ComparedSide, type Comparison, type FileLines, GROUP_TITLES } from '../../shared/analysis/compare'
import { counted } from '../../shared/words/labels'

const MAX_CHANGES = 20

/** A finding in words: the answer, the method, and the beats at which the expression changes. */
function findingWords(finding: FindResult): string {
  const { flips, more } = finding
  const shown = flips.slice(0, MAX_CHANGES)
  const left = flips.length + more - shown.length
  return [
    resultWords(finding),
    howWords(finding),
    ...shown.map(({ n, commit, holds }) => `  ${n} ${shortId(commit)} ${holds ? 'true from here on' : 'false from here on'}`),
    ...(left > 0 ? [`  … and ${left.toLocaleString('en')} more`] : [])
  ].join('\n')
}

/** An expression with a mark under the faulty part. */
function pointed(expression: string, { at, end }: { at?: unknown; end?: unknown }): string {
  if (typeof at !== 'number' || typeof end !== 'number') return ''
  return `  ${expression}\n  ${' '.repeat(at)}${'^'.repeat(Math.max(1, end - at))}`
}

/** The commands that query many commits at once. */
export function analysisCommands(program: Command, { campaigns, to, print }: CommandContext): void {
  campaignCommand(
    program,
    'find',
    'find the first beat at which an expression is true, and every beat at which that changes',
    `find ~/stories/well 'actor.Wren.hp == 0'`,
    `find ~/stories/well 'any.player.is("down") and fact.door_open'`,
    `find ~/stories/well 'clock.minutes > 120' --json`
  )
    .argument('<expression>', 'the expression, for example: actor.Wren.hp == 0')
    .option('--at <rev>', 'search only up to this commit id (full or short), branch or HEAD~n')
    .action(async (dir: string, expression: string, { at: rev, json }: { at?: string } & JsonFlag) => {
      try {
        await campaigns.read(dir, rev, async (calls, at) => {
          for await (const news of await calls.find({ expression, ...at })) {
            if (news.kind === 'finding') print(json, news.finding, findingWords(news.finding))
            else if (!json) to.err(`Read ${news.done} of ${news.of} beats.`)
          }
        })
      } catch (thrown) {
        const mark = thrown instanceof Problem ? pointed(expression, thrown.data) : ''
        if (mark !== '' && !json) to.err(mark)
        throw thrown
      }
    })

  campaignCommand(
    program,
    'compare',
    "describe how two beats or branches differ, in the game's words",
    'compare ~/stories/well main from-beat-40',
    'compare ~/stories/well HEAD~10 HEAD --lines'
  )
    .argument('<a>', 'branch, commit id (full or short) or HEAD~n')
    .argument('<b>', 'branch or beat to compare it with')
    .option('--lines', 'also print the changed lines of each file')
    .action((dir: string, from: string, to: string, { lines = false, json }: { lines?: boolean } & JsonFlag) =>
      campaigns.read(dir, undefined, async (calls) => {
        const [a, b] = [await calls.commitOf({ revision: from }), await calls.commitOf({ revision: to })]
        const comparison = await calls.compare({ a, b })
        const paths = new Set(comparison.groups.flatMap((group) => group.lines.flatMap(({ files }) => files)))
        const files = lines ? await Promise.all([...paths].toSorted().map((path) => calls.compareFile({ a, b, path }))) : []
        print(json, lines ? { ...comparison, files } : comparison, [comparisonWords(comparison), ...files.map(fileWords)].join('\n\n'))
      })
    )
}

const side = ({ n, commit, subject, branches }: ComparedSide): string =>
  `${branches.length > 0 ? `${branches.join(', ')}, ` : ''}beat ${n} ${shortId(commit)}: ${subject}`

const since = ({ beats, entries }: ComparedSide): string => `${counted(beats, 'beat')} and ${counted(entries, 'log entry', 'log entries')}`

/** The common part and the differences of two commits, group by group. */
export function comparisonWords({ a, b, base, groups }: Comparison): string {
  const beginning = base
    ? `Both are the same up to beat ${base.n}. Since then the first has ${since(a)}, and the second ${since(b)}.`
    : 'The two share no beat.'
  const texts = groups.map(({ kind, total, lines }) =>
    [
      GROUP_TITLES[kind],
      ...lines.map(({ words }) => `  ${words}`),
      ...(total > lines.length ? [`  … and ${counted(total - lines.length, 'line')} more`] : [])
    ].join('\n')
  )
  return [`${side(a)}\n${side(b)}\n${beginning}`, ...(texts.length > 0 ? texts : ['Nothing differs.'])].join('\n\n')
}

const SIGNS = { same: ' ', added: '+', removed: '-' }

/** The changed lines of a file, as a unified diff without line numbers. */
export function fileWords({ path, hunks, left, binary, change }: FileLines): string {
  const lines = hunks.flatMap((hunk) =>
    'skipped' in hunk ? [`@@ ${counted(hunk.skipped, 'unchanged line')} @@`] : hunk.lines.map(({ op, text }) => SIGNS[op] + text)
  )
  return [
    `${path} (${change})`,
    ...(binary ? ['  not a text file, or too long to show'] : lines),
    ...(left > 0 ? [`… and ${counted(left, 'line')} more`] : [])
  ].join('\n')
}
