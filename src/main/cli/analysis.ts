import { resolve } from 'node:path'
import type { Command } from 'commander'
import type { CommandContext } from './command-context'
import { comparisonWords, fileWords } from './compare-words'
import { resultWords, howWords, type FindResult } from '../../shared/analysis/analysis'
import { AS_JSON, DIR, examples, type Json } from './usage'
import { short } from './words'

/** The most changes that are printed. */
const MAX_CHANGES = 20

/** A finding in words: the answer, the method, and the beats at which the expression changes. */
function findingWords(finding: FindResult): string {
  const { flips, more } = finding
  const shown = flips.slice(0, MAX_CHANGES)
  const left = flips.length + more - shown.length
  return [
    resultWords(finding),
    howWords(finding),
    ...shown.map(({ n, commit, holds }) => `  ${n} ${short(commit)} ${holds ? 'true from here on' : 'false from here on'}`),
    ...(left > 0 ? [`  … and ${left.toLocaleString('en')} more`] : [])
  ].join('\n')
}

/** An expression with a mark under the faulty part. */
export function pointed(expression: string, { at, end }: { at?: unknown; end?: unknown }): string {
  if (typeof at !== 'number' || typeof end !== 'number') return ''
  return `  ${expression}\n  ${' '.repeat(at)}${'^'.repeat(Math.max(1, end - at))}`
}

/** The commands that query many commits at once. */
export function analysisCommands(program: Command, { commands, to, print }: CommandContext): void {
  program
    .command('find')
    .description('find the first beat at which an expression is true, and every beat at which that changes')
    .argument('<dir>', DIR)
    .argument('<expression>', 'the expression, for example: actor.Wren.hp == 0')
    .option('--at <rev>', 'search only up to this commit id (full or short), branch or HEAD~n')
    .option(...AS_JSON)
    .addHelpText(
      'after',
      examples(
        `find ~/stories/well 'actor.Wren.hp == 0'`,
        `find ~/stories/well 'any.player.is("down") and fact.door_open'`,
        `find ~/stories/well 'clock.minutes > 120' --json`
      )
    )
    .action(async (dir: string, expression: string, { at, json }: { at?: string } & Json) => {
      try {
        const finding = await commands.find(resolve(dir), expression, at, (done, of) => json || to.err(`Read ${done} of ${of} beats.`))
        print(json, finding, findingWords(finding))
      } catch (thrown) {
        const place = thrown instanceof Error && 'data' in thrown ? pointed(expression, thrown.data as object) : ''
        if (place !== '' && !json) to.err(place)
        throw thrown
      }
    })

  program
    .command('compare')
    .description("describe how two beats or branches differ, in the game's words")
    .argument('<dir>', DIR)
    .argument('<a>', 'branch, commit id (full or short) or HEAD~n')
    .argument('<b>', 'branch or beat to compare it with')
    .option('--lines', 'also print the changed lines of each file')
    .option(...AS_JSON)
    .addHelpText('after', examples('compare ~/stories/well main from-beat-40', 'compare ~/stories/well HEAD~10 HEAD --lines'))
    .action(async (dir: string, a: string, b: string, { lines = false, json }: { lines?: boolean } & Json) => {
      const { comparison, files } = await commands.compare(resolve(dir), a, b, lines)
      const words = [comparisonWords(comparison), ...files.map(fileWords)].join('\n\n')
      print(json, lines ? { ...comparison, files } : comparison, words)
    })
}
