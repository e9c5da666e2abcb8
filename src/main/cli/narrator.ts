import type { Command } from 'commander'
import { faultLine, mutationNotes } from '../../shared/narrator/check-mutations'
import { checkNarratorOutput, type NarratorViolation, violationLine } from '../../shared/narrator/check'
import { MAX_OUTPUT_CHARACTERS } from '../../shared/narrator/json-text'
import type { AppliedMutations, PlanReport, WeighedNarrative, WhoBelieves } from '../../shared/contract/world-calls'
import { counted } from '../../shared/words/labels'
import type { Terminal } from './terminal'
import { textFile } from './text-file'
import { AT, campaignCommand, type CommandContext, type JsonFlag, resultCommand } from './usage'

const FILE = 'the narrator output, as JSON; - reads standard input'

/** The commands for narrators' output. */
export function narratorCommands(program: Command, { campaigns, to, print, setExitCode }: CommandContext): void {
  const narrator = program.command('narrator').description('check a narrator’s output and apply its changes to the world')

  resultCommand(
    narrator,
    'check',
    'list every problem in a narrator’s output, by path and rule',
    'narrator check scene.json',
    'narrator check - --json < scene.json'
  )
    .argument('<file>', FILE)
    .action(async (file: string, { json }: JsonFlag) => {
      const { violations, output } = checkNarratorOutput(await outputText(to, file))
      const notes = mutationNotes((output?.mutations ?? []).map((mutation, index) => ({ index, mutation })))
      const words = violations.length === 0 ? 'This output keeps to all rules.' : violationWords(violations)
      print(json, { violations, ...(notes.length > 0 ? { notes } : {}) }, [...notes, words].join('\n'))
      setExitCode(violations.length === 0 ? 0 : 1)
    })

  campaignCommand(
    narrator,
    'apply',
    "apply the mutations of a narrator's output to a campaign, as one beat",
    'narrator apply ~/stories/well scene.json',
    'narrator apply ~/stories/well - < scene.json'
  )
    .argument('<file>', FILE)
    .action(async (dir: string, file: string, { json }: JsonFlag) => {
      const text = await outputText(to, file)
      const applied = await campaigns.open(dir, (calls) => calls.applyMutations({ text }))
      print(json, applied, appliedWords(applied))
      setExitCode(applied.refused.length === 0 ? 0 : 1)
    })

  campaignCommand(
    narrator,
    'plan',
    "run a plan in the DM's turn: check it, use its skills in order, and narrate the results",
    'narrator plan ~/stories/well plan.json',
    'narrator plan ~/stories/well - --json < plan.json'
  )
    .argument('<file>', 'the plan, as JSON; - reads standard input')
    .action(async (dir: string, file: string, { json }: JsonFlag) => {
      const text = await outputText(to, file, 'a plan')
      const report = await campaigns.open(dir, (calls) => calls.runPlan({ text }), { plays: true })
      print(json, report, planWords(report))
      const isDone = report.events.every((event) => event.event !== 'SkillExecuted' || event.status === 'done')
      setExitCode(report.violations.length === 0 && isDone ? 0 : 1)
    })

  campaignCommand(
    narrator,
    'narratives',
    'print a campaign’s narratives and their current weights',
    'narrator narratives ~/stories/well',
    'narrator narratives ~/stories/well --at HEAD~10 --json'
  )
    .option(...AT)
    .action(async (dir: string, { at: rev, json }: { at?: string } & JsonFlag) => {
      const narratives = await campaigns.read(dir, rev, (calls, at) => calls.narratives(at))
      print(json, narratives, narrativeWords(narratives))
    })

  campaignCommand(
    narrator,
    'beliefs',
    'print what characters know, believe, doubt and deny, and their sources',
    'narrator beliefs ~/stories/well',
    'narrator beliefs ~/stories/well --of Dilly --json'
  )
    .option('--of <who>', 'one player or NPC only')
    .option(...AT)
    .action(async (dir: string, { of, at: rev, json }: { of?: string; at?: string } & JsonFlag) => {
      const held = await campaigns.read(dir, rev, (calls, at) => calls.beliefs({ of, ...at }))
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
  return [...violations.map(violationLine), `${counted(violations.length, 'violation')}.`].join('\n')
}

function planWords({ violations, events, beat }: PlanReport): string {
  if (violations.length > 0) {
    const lines = violations.map(({ path, rule, message }) => `${path === '' ? 'the plan' : path}: ${message} (${rule})`)
    return [...lines, `${counted(violations.length, 'violation')}. Nothing was done.`].join('\n')
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

function appliedWords({ applied, refused, beat, notes = [] }: AppliedMutations): string {
  const done = beat ? `${beat.subject}. Undo takes it back.` : 'Nothing was applied.'
  const lines = [...refused.map(faultLine), ...notes]
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
