import { type Command, InvalidArgumentError } from 'commander'
import { Problem } from '../../shared/base/problem'
import { counted } from '../../shared/words/labels'
import type { Choices, EditNamed, MissingEdits, TodayConflict, TodayWorld } from '../../shared/contract/today-calls'
import { campaignCommand, type CommandContext, type JsonFlag } from './usage'
import { shortId } from './words'

interface DecideFlags extends JsonFlag {
  decide?: Choices
  suggested?: boolean
}

/** A decision: `at Wren=put quay`. The id of a choice has no equals sign. */
function withDecision(text: string, before: Choices = {}): Choices {
  const at = text.lastIndexOf('=')
  if (at < 1) throw new InvalidArgumentError('Give a conflict and its choice as they are listed, such as "at Wren=put quay".')
  return { ...before, [text.slice(0, at)]: text.slice(at + 1) }
}

/** A commit that was made with git itself has no number. */
const editWords = ({ commit, n, label }: EditNamed): string => `  ${n < 0 ? '' : `${n} `}${shortId(commit)} ${label}`

const conflictWords = ({ id, words, choices, preselected }: TodayConflict): string =>
  [`  ${words}`, ...choices.map((one) => `    ${one.id === preselected ? '*' : ' '} "${id}=${one.id}"  ${one.words}`)].join('\n')

/** The edits that come along, and the conflicts with their choices; a star marks the suggested one. */
export function todayWords({ edits, takenBack, conflicts }: TodayWorld): string {
  const list = (title: string, all: readonly EditNamed[]): string[] => (all.length === 0 ? [] : [title, ...all.map(editWords)])
  return [
    ...list('Edits that come along', edits),
    ...list("Edits of the beat's branch that are left out", takenBack),
    ...(conflicts.length === 0 ? [] : ['To decide with --decide, or with --suggested for the choices with a star', ...conflicts.map(conflictWords)])
  ].join('\n')
}

/** The edits that each branch lacks. */
const missingWords = (missing: readonly MissingEdits[]): string =>
  missing.length === 0
    ? 'No branch lacks an edit of the current branch, nor that one an edit of another.'
    : missing.flatMap(({ from, to, edits }) => [`${counted(edits.length, 'edit')} on ${from} not on ${to}`, ...edits.map(editWords)]).join('\n')

/** The commands that bring what was edited to other beats and branches. */
export function todayCommands(program: Command, { campaigns, print, setExitCode }: CommandContext): void {
  /** The decisions of the user, with the suggested ones for the rest if wanted. */
  const decisions = ({ conflicts }: TodayWorld, { decide = {}, suggested = false }: DecideFlags): Choices => ({
    ...(suggested ? Object.fromEntries(conflicts.map(({ id, preselected }) => [id, preselected])) : {}),
    ...decide
  })
  const isOpen = ({ conflicts }: TodayWorld, choices: Choices): boolean => conflicts.some(({ id }) => !Object.hasOwn(choices, id))
  const left = (json: boolean | undefined, world: TodayWorld): void => {
    print(json, world, `${todayWords(world)}\n\nNothing was written, because some differences are undecided.`)
    setExitCode(1)
  }
  const deciding = (command: Command): Command =>
    command
      .option('--decide <conflict=choice>', 'decide a difference; may be repeated', withDecision)
      .option('--suggested', 'take the suggested choice of every other difference')

  deciding(
    campaignCommand(
      program,
      'restart',
      "continue from a beat on a new branch with today's world, rules and prose, and print the differences to decide first",
      'restart ~/stories/well HEAD~20',
      'restart ~/stories/well HEAD~20 --suggested --name second-try',
      'restart ~/stories/well HEAD~20 --decide "at Wren=put long-pull" --json'
    )
      .argument('<rev>', 'the beat: commit id (full or short), branch or HEAD~n')
      .option('--name <branch>', 'the name of the new branch')
  ).action((dir: string, rev: string, { name, json, ...flags }: { name?: string } & DecideFlags) =>
    campaigns.open(dir, async (calls) => {
      const [at, today] = [await calls.commitOf({ revision: rev }), await calls.commitOf({ revision: 'HEAD' })]
      const world = await calls.todayAt({ at, today, choices: flags.decide ?? {} })
      const choices = decisions(world, flags)
      if (isOpen(world, choices)) return left(json, world)
      const branch = await calls.restartToday({ at, today, choices, ...(name === undefined ? {} : { name }) })
      const words = [todayWords({ ...world, conflicts: [] }), `Created the branch ${branch.name}, which ends at ${shortId(branch.head)}.`]
      print(json, { ...world, branch }, words.filter((one) => one !== '').join('\n\n'))
    })
  )

  deciding(
    campaignCommand(
      program,
      'bring',
      'bring edits to a branch as one beat; without edits, list those that branches lack',
      'bring ~/stories/well',
      'bring ~/stories/well second-try a1b2c3d',
      'bring ~/stories/well second-try --suggested --json'
    )
      .argument('[branch]', 'the branch that gets them')
      .argument('[edits...]', 'commit ids of the edits (default: all edits of the current branch that it lacks)')
  ).action((dir: string, branch: string | undefined, ids: string[], { json, ...flags }: DecideFlags) =>
    campaigns.open(dir, async (calls) => {
      const missing = await calls.missingEdits()
      if (branch === undefined) return print(json, missing, missingWords(missing))
      const here = (await calls.present())?.branch
      const all = missing.find(({ from, to }) => to === branch && from === here)?.edits ?? []
      const edits = ids.length > 0 ? await Promise.all(ids.map((revision) => calls.commitOf({ revision }))) : all.map(({ commit }) => commit)
      if (edits.length === 0) throw new Problem('refused', `${branch} has every edit of the current branch. Name the edits to bring.`)
      const world = await calls.bringing({ edits, to: branch, choices: flags.decide ?? {} })
      const choices = decisions(world, flags)
      if (isOpen(world, choices)) return left(json, world)
      const made = await calls.bringEdits({ edits, to: branch, choices })
      print(json, { ...world, branch: made }, `${todayWords({ ...world, conflicts: [] })}\n\n${made.name} now ends at ${shortId(made.head)}.`)
    })
  )
}
