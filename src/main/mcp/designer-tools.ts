import { type Calls, jsonResult, type SeatTool, shape, type ToolResult } from './tool'
import { isObject } from '../../shared/base/json'

/** The longest list of names in an answer. */
const MAX_NAMES = 40

/** The part of a value at a path such as `actors/Wren`, and the names of its own parts; or a sentence if there is no such part. */
function atPointer(whole: unknown, path: string): { value: unknown; keys: string[] } | { missing: string } {
  let value = whole
  const steps = path.split('/').filter((step) => step !== '')
  for (const [i, step] of steps.entries()) {
    const names = namesIn(value)
    if (!names.includes(step)) {
      const where = i === 0 ? 'The state' : `"${steps.slice(0, i).join('/')}"`
      const choices = names.length === 0 ? '' : ` Choose one of: ${shown(names).join(', ')}.`
      return { missing: `${where} has no part "${step.slice(0, 60)}".${choices}` }
    }
    value = (value as Record<string, unknown>)[step]
  }
  return { value, keys: shown(namesIn(value)).map((name) => [...steps, name].join('/')) }
}

const namesIn = (value: unknown): string[] => (isObject(value) || Array.isArray(value) ? Object.keys(value) : [])
const shown = (names: readonly string[]): string[] => names.slice(0, MAX_NAMES)

const REVISION = { type: 'string', description: 'A commit id (full or short), a branch, or HEAD~n; the present if left out.' }
const WHO = { type: 'string', description: 'The id of a player or an NPC.' }
const NARROWER = 'Ask for one character with "as", or at another beat.'

type Input = Readonly<Record<string, unknown>>

/** A text of an input that the schema has checked; undefined if it was left out. */
function textIn(input: Input, name: string): string | undefined {
  const text = input[name]
  return typeof text === 'string' ? text : undefined
}

async function commitIn(calls: Calls, input: Input, name = 'at'): Promise<string | undefined> {
  const revision = textIn(input, name)
  return revision === undefined ? undefined : calls.commitOf({ revision })
}

/** `{ at }` for the calls that default to the present. */
async function atIn(calls: Calls, input: Input): Promise<{ at?: string }> {
  const at = await commitIn(calls, input)
  return at === undefined ? {} : { at }
}

/** The tools of the designer's seat. They read any beat, and change the story only by branches. */
export const DESIGNER_TOOLS: readonly SeatTool[] = [
  {
    shape: shape('state_at', 'The state of the story at a beat, as JSON; with a path, a part of it.', {
      properties: { at: REVISION, path: { type: 'string', description: 'A part of the state, such as actors/Wren or facts.' } }
    }),
    async run(calls, _, input) {
      const commit = (await commitIn(calls, input)) ?? (await calls.commitOf({ revision: 'HEAD' }))
      const { state } = await calls.at({ commit })
      const part = atPointer(state, textIn(input, 'path') ?? '')
      if ('missing' in part) return { ok: false, text: part.missing }
      return jsonResult(part.value, `Give a path${part.keys.length > 0 ? `, such as one of: ${part.keys.join(', ')}` : ''}.`)
    }
  },
  {
    shape: shape('find', 'The beats at which an expression over the state becomes true or false, such as actor.Wren.hp == 0 or fact.door_open.', {
      required: ['expression'],
      properties: { expression: { type: 'string' }, at: REVISION }
    }),
    async run(calls, _, input) {
      let finding: unknown
      for await (const news of await calls.find({ expression: String(input['expression']), ...(await atIn(calls, input)) }))
        if (news.kind === 'finding') finding = news.finding
      return jsonResult(finding, 'Search for something that changes less often.')
    }
  },
  {
    shape: shape('compare', "How two beats or branches differ, in the game's words.", {
      required: ['a', 'b'],
      properties: {
        a: { ...REVISION, description: 'A commit id, a branch, or HEAD~n.' },
        b: { ...REVISION, description: 'The one to compare it with.' }
      }
    }),
    async run(calls, _, { a, b }): Promise<ToolResult> {
      const [first, second] = [await calls.commitOf({ revision: String(a) }), await calls.commitOf({ revision: String(b) })]
      const { groups, ...sides } = await calls.compare({ a: first, b: second })
      const differences = Object.fromEntries(groups.map(({ kind, lines }) => [kind, lines.map(({ words }) => words)]))
      return jsonResult({ ...sides, differences }, 'Compare two beats that are nearer to each other.')
    }
  },
  {
    shape: shape('odds', 'The exact odds of every action that a character could take.', { properties: { as: WHO, at: REVISION } }),
    async run(calls, _, input) {
      return jsonResult(await calls.odds({ as: textIn(input, 'as'), ...(await atIn(calls, input)) }), NARROWER)
    }
  },
  {
    shape: shape('check', 'Every problem in the rules, the world and the files, unsaved changes included.'),
    run: async (calls) => jsonResult(await calls.check(), 'Run "proscenium check" for all of them.')
  },
  {
    shape: shape('branch', 'Continues the story from a beat on a new branch, and switches to it. Pauses the table.', {
      required: ['at'],
      properties: {
        at: { ...REVISION, description: 'The beat to continue from: a commit id, a branch, or HEAD~n.' },
        name: { type: 'string', description: "The new branch's name; chosen for you if left out." },
        seed: { type: 'string', description: 'A seed for other dice from here on.' }
      }
    }),
    async run(calls, _, input) {
      const at = await calls.commitOf({ revision: String(input['at']) })
      return jsonResult(await calls.branch({ at, name: textIn(input, 'name'), seed: textIn(input, 'seed') }), '')
    }
  },
  {
    shape: shape('rerun', 'Plays the turn that made a beat again, on a branch of its own, and switches to that branch.', {
      required: ['at'],
      properties: {
        at: { ...REVISION, description: 'The beat: a commit id, a branch, or HEAD~n.' },
        agent: { type: 'string', enum: ['offline', 'anthropic'], description: "Who plays it; the seat's own agent if left out." },
        model: { type: 'string', description: 'With anthropic: the model.' },
        seed: { type: 'string', description: 'A seed for other dice.' },
        instruction: { type: 'string', description: 'What you say to the seat for this turn.' }
      }
    }),
    async run(calls, _, input) {
      const turn = await calls.commitOf({ revision: String(input['at']) })
      const agent = textIn(input, 'agent') as 'offline' | 'anthropic' | undefined
      const seat = agent === undefined ? {} : { seat: { agent, model: textIn(input, 'model') } }
      return jsonResult(await calls.rerun({ turn, ...seat, seed: textIn(input, 'seed'), instruction: textIn(input, 'instruction') }), '')
    }
  }
]
