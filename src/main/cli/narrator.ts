import { resolve } from 'node:path'
import type { Command } from 'commander'
import { faultLine } from '../../shared/narrator/check-mutations'
import { checkNarratorOutput, type NarratorViolation, violationLine } from '../../shared/narrator/check'
import { MAX_OUTPUT_CHARACTERS } from '../../shared/narrator/json-text'
import type { AppliedMutations, PlanReport, WeighedNarrative, WhoBelieves } from '../../shared/contract/narrator-calls'
import type { CommandContext } from './command-context'
import type { Terminal } from './terminal'
import { textFile } from './text-file'
import { AS_JSON, DIR, examples, type Json } from './usage'

const FILE = 'the narrator output, as JSON; - reads standard input'

/** The commands for narrators' output. */
export function narratorCommands(program: Command, { commands, to, print, setExitCode }: CommandContext): void {
  const narrator = program.command('narrator').description('check a narrator’s output and apply its changes to the world')

  narrator
    .command('check')
    .description('list every problem in a narrator’s output, by path and rule')
    .argument('<file>', FILE)
    .option(...AS_JSON)
    .addHelpText('after', examples('narrator check scene.json', 'narrator check - --json < scene.json'))
    .action(async (file: string, { json }: Json) => {
      const { violations } = checkNarratorOutput(await outputText(to, file))
      print(json, { violations }, violations.length === 0 ? 'This output keeps to all rules.' : violationWords(violations))
      setExitCode(violations.length === 0 ? 0 : 1)
    })

  narrator
    .command('apply')
    .description("apply the mutations of a narrator's output to a campaign, as one beat")
    .argument('<dir>', DIR)
    .argument('<file>', FILE)
    .option(...AS_JSON)
    .addHelpText('after', examples('narrator apply ~/stories/well scene.json', 'narrator apply ~/stories/well - < scene.json'))
    .action(async (dir: string, file: string, { json }: Json) => {
      const applied = await commands.applyMutations(resolve(dir), await outputText(to, file))
      print(json, applied, appliedWords(applied))
      setExitCode(applied.refused.length === 0 ? 0 : 1)
    })

  narrator
    .command('plan')
    .description("run a plan in the DM's turn: check it, use its skills in order, and narrate the results")
    .argument('<dir>', DIR)
    .argument('<file>', 'the plan, as JSON; - reads standard input')
    .option(...AS_JSON)
    .addHelpText('after', examples('narrator plan ~/stories/well plan.json', 'narrator plan ~/stories/well - --json < plan.json'))
    .action(async (dir: string, file: string, { json }: Json) => {
      const report = await commands.runPlan(resolve(dir), await outputText(to, file, 'a plan'))
      print(json, report, planWords(report))
      const isDone = report.events.every((event) => event.event !== 'SkillExecuted' || event.status === 'done')
      setExitCode(report.violations.length === 0 && isDone ? 0 : 1)
    })

  narrator
    .command('narratives')
    .description('print a campaign’s narratives and their current weights')
    .argument('<dir>', DIR)
    .option('--at <rev>', 'commit id (full or short), branch or HEAD~n')
    .option(...AS_JSON)
    .addHelpText('after', examples('narrator narratives ~/stories/well', 'narrator narratives ~/stories/well --at HEAD~10 --json'))
    .action(async (dir: string, { at, json }: { at?: string } & Json) => {
      const narratives = await commands.narratives(resolve(dir), at)
      print(json, narratives, narrativeWords(narratives))
    })

  narrator
    .command('beliefs')
    .description('print what characters know, believe, doubt and deny, and their sources')
    .argument('<dir>', DIR)
    .option('--of <who>', 'one player or NPC only')
    .option('--at <rev>', 'commit id (full or short), branch or HEAD~n')
    .option(...AS_JSON)
    .addHelpText('after', examples('narrator beliefs ~/stories/well', 'narrator beliefs ~/stories/well --of Dilly --json'))
    .action(async (dir: string, { of, at, json }: { of?: string; at?: string } & Json) => {
      const held = await commands.beliefs(resolve(dir), of, at)
      print(json, held, beliefWords(held))
    })
}

/** The text of an output: a file, or with `-` standard input. Throws Problem. */
async function outputText(to: Terminal, file: string, what = 'the output of a narrator'): Promise<string> {
  if (file !== '-') return textFile(file, { what, maxBytes: 4 * MAX_OUTPUT_CHARACTERS, tooLarge: 'Ask for a shorter one.' })
  const lines: string[] = []
  let length = 0
  for await (const line of to.lines?.() ?? []) {
    // One line beyond the limit is enough to report it.
    if (length > MAX_OUTPUT_CHARACTERS) break
    lines.push(line)
    length += line.length + 1
  }
  return lines.join('\n')
}

function violationWords(violations: readonly NarratorViolation[]): string {
  return [...violations.map(violationLine), `${violations.length} ${violations.length === 1 ? 'violation' : 'violations'}.`].join('\n')
}

function planWords({ violations, events, beat }: PlanReport): string {
  if (violations.length > 0) {
    const lines = violations.map(({ path, rule, message }) => `${path === '' ? 'the plan' : path}: ${message} (${rule})`)
    return [...lines, `${violations.length} ${violations.length === 1 ? 'violation' : 'violations'}. Nothing was done.`].join('\n')
  }
  const lines = events.flatMap((event): string[] => {
    if (event.event === 'PlanGenerated') return event.repaired === undefined ? [] : [event.repaired]
    if (event.event === 'AgentError') return [event.message]
    if (event.event === 'StateUpdated') return []
    const saved = events.find((one) => one.event === 'StateUpdated' && one.actionId === event.actionId)
    const { text } = event.output
    const answer = typeof text === 'string' ? text : JSON.stringify(event.output)
    const words = saved?.event === 'StateUpdated' ? saved.words : event.status === 'done' ? answer : event.errors.join(' ')
    return [
      `${event.actionId}  ${event.skill}: ${event.status}. ${words}`,
      ...(event.stderr === undefined ? [] : [`   wrote: ${event.stderr.trim()}`])
    ]
  })
  return [
    ...lines,
    ...(beat === undefined ? [] : [beat.action === 'narrate' ? `Told: ${beat.subject}` : `Ends with beat ${beat.n}: ${beat.subject}`])
  ].join('\n')
}

function appliedWords({ applied, refused, beat }: AppliedMutations): string {
  const done = beat ? `${beat.subject}. Undo takes it back.` : 'Nothing was applied.'
  const lines = refused.map(faultLine)
  return [`Applied ${applied.length} of ${applied.length + new Set(refused.map(({ index }) => index)).size} mutations. ${done}`, ...lines].join('\n')
}

const BANDS: Record<WeighedNarrative['band'], string> = {
  always: 'always told',
  usually: 'usually told',
  'if-room': 'told if there is room',
  dormant: 'dormant'
}

function narrativeWords(narratives: readonly WeighedNarrative[]): string {
  if (narratives.length === 0) return 'This campaign has no narratives yet. Add some with: proscenium narrator apply'
  return narratives
    .map(
      ({ id, name, type, weight, band, focus }) =>
        `${weight.toFixed(2)}  ${name} (${id}): ${type}, ${BANDS[band]}${focus === 1 ? '' : `, focus ${focus}`}`
    )
    .join('\n')
}

function beliefWords(held: readonly WhoBelieves[]): string {
  if (held.length === 0) return 'Nobody believes anything yet.'
  return held
    .map(({ name, beliefs }) =>
      [name, ...beliefs.map(({ about, stance, origin }) => `  ${about} – ${stance}${origin === '' ? '' : ` (${origin})`}`)].join('\n')
    )
    .join('\n')
}
