import { createHash } from 'node:crypto'
import type { FakeReply, Part } from './fake-messages.fixture'
import { offeredTools, type WireRequest } from './wire.fixture'

type Tool = NonNullable<WireRequest['tools']>[number]
type Input = Record<string, string | number | boolean | string[]>
interface Field {
  type?: string
  enum?: string[]
  items?: { enum?: string[] }
}

/** The length of the session that the fake plays. */
export interface FakePlay {
  /** The number of scenes in the session, and of rounds in each scene in which the DM calls on everybody. */
  scenes: number
  rounds: number
}

/** The tools of the table itself; every other tool is an action of the game. */
const VERBS: ReadonlySet<string> = new Set(
  'recall record narrate speak whisper remember plan call_on pass roll_table get_location get_exits open_session open_scene open_thread close_thread establish run_scene stop_scene end_scene end_session end_campaign summarise'.split(
    ' '
  )
)
/** The maximum number of steps of an Arrow document that the DM plays in a scene; a longer document is interrupted by the end of the scene. */
const MAX_STEPS = 2
/** The tools to use after a refusal, in order of preference. */
const PLAINEST = ['pass', 'call_on', 'summarise', 'narrate', 'end_scene', 'end_session'] as const

const TOLD = [
  'Rain runs down the stones, and somewhere below a chain is drawn over wood.',
  'A lantern swings although nobody has touched it; its light finds a face that turns away.',
  'The smell of cold iron comes up with the draught.',
  'Somebody laughs in the next room, too long, and stops.',
  'Dust falls in a thin line from the beam overhead.',
  'The water has risen by a hand since you last looked.'
]
const SAID = [
  'Keep close to the wall. I will look first.',
  'Whoever did this was in a hurry.',
  'I have seen that mark before, on my mother’s door.',
  'If it moves, I run, and so should you.',
  'Give me the lamp and hold your breath.',
  'There is more to this than they told us.'
]

/**
 * Plays the model's side of a whole session from the schemas of the offered tools alone: it knows no game and reads no prompt. The same requests in
 * the same order get the same answers. The DM narrates, looks things up, notes and calls on the players, who talk, whisper, note and act. It starts
 * fights where that is offered, closes scenes and the session, and writes summaries.
 */
export function fakeTable({ scenes, rounds }: FakePlay = { scenes: 2, rounds: 3 }): (request: WireRequest, n: number) => FakeReply {
  let opened = 0
  let called = 0
  /** The number of steps of Arrow documents played in the open scene. */
  let stepped = 0
  /** The number of turns that each seat has started. A seat is identified by its system prompt. */
  const turns = new Map<string, number>()
  return (request, n) => {
    const tools = new Map(availableTools(request).map((tool) => [tool.name, tool]))
    const seat = createHash('sha256')
      .update(JSON.stringify(request.system ?? ''))
      .digest('hex')
    const first = isNewTurn(request)
    const turn = (turns.get(seat) ?? 0) + (first ? 1 : 0)
    turns.set(seat, turn)
    const use = (name: string, input: Input = {}): Part[] => {
      const tool = tools.get(name)
      return tool ? [{ tool: name, input: { ...filled(tool, n), ...input } }] : throughDoor(tools.get('do'), name, input)
    }
    const thought: Part = { thought: `Turn ${turn}: ${[...tools.keys()].slice(0, 4).join(', ')}.` }
    const answer = (...parts: Part[]): FakeReply =>
      parts.length > 0 ? { parts: [thought, ...parts] } : { parts: [{ text: 'There is nothing I could do.' }] }
    const line = (lines: readonly string[]): string => `${lines[n % lines.length]} (${n})`

    if (wentWrong(request)) {
      const plain = PLAINEST.find((name) => tools.has(name))
      return answer(...(plain === undefined ? anyAction(tools, n) : use(plain)))
    }
    if (tools.has('open_session')) return answer(...use('open_session', { title: `Session of turn ${turn}` }))
    if (tools.has('summarise')) return answer(...use('summarise', { text: summary(n), recap: `The party looked where nobody had looked. (${n})` }))
    if (tools.has('open_scene') || (tools.has('end_session') && !tools.has('narrate'))) {
      if (opened >= scenes || !tools.has('open_scene')) return answer(...use('end_session'))
      opened++
      called = 0
      stepped = 0
      return answer(...use('open_scene', { title: `Scene ${opened}`, aim: 'Find out what is below.' }))
    }
    if (tools.has('run_scene') && stepped++ < MAX_STEPS) return answer(...use('run_scene'))
    if (tools.has('choose_option')) return answer(...use('choose_option'))
    if (tools.has('call_on')) {
      if (called >= rounds) return answer(...use('end_scene', { outcome: line(TOLD) }))
      if (first && turn % 3 === 1) return answer(...use('get_location'), ...use('recall', { query: 'the' }))
      if (first && turn % 3 === 2 && tools.has('start-combat')) return answer(...use('start-combat'))
      if (first && turn % 3 === 0) return answer(...anyAction(tools, n))
      called++
      const also =
        turn % 2 === 0
          ? use('speak', { text: line(SAID) })
          : use('record', { note_path: `misc/turn-${turn}.md`, content: `Seen by [[Everybody]]: ${line(TOLD)}`, tags: ['fake'] })
      return answer(
        { text: 'First what they see, then I ask them.' },
        ...use('narrate', { text: line(TOLD) }),
        ...also,
        ...use('call_on', { who: ['all'] })
      )
    }
    if (tools.has('narrate')) {
      // The end of a round, or the turn of a character that the DM plays.
      const fought = tools.has('get_location') ? (turn % 2 === 0 ? use('end-combat') : []) : anyAction(tools, n)
      return answer(...(fought.length > 0 ? fought : use('narrate', { text: line(TOLD) })))
    }
    if (tools.has('speak') && tools.size <= 2) return answer(...use('speak', { text: `Between us: ${line(SAID)}` }))
    if (!tools.has('pass')) return answer(...anyAction(tools, n))
    const acting = anyAction(tools, n)
    const ending = acting.length > 0 ? acting : use('pass')
    if (!first) return answer(...ending)
    const before = [
      use('speak', { text: line(SAID) }),
      use('whisper', { text: `Do I know this place? (${n})` }),
      [...use('recall', { query: 'a' }), ...use('record', { note_path: `clues/clue-${n}.md`, content: line(SAID), tags: ['clue'] })],
      use('remember', { text: line(TOLD) })
    ][turn % 4]
    return answer(...(before ?? []), ...(turn % 4 === 1 ? [] : ending))
  }
}

/** The last message of the table, without messages that change tools. */
const lastSaid = ({ messages }: WireRequest): Block[] => {
  const content = messages.findLast(({ role }) => role === 'user')?.content ?? []
  return typeof content === 'string' ? [{ type: 'text', text: content }] : content
}
interface Block {
  type: string
  text?: string
  content?: unknown
  is_error?: boolean | undefined
}
const CORRECTIONS = /^(Nobody heard that|Your answer was|Your last answer was)/

/** Returns whether another seat has acted since this seat's last request, or this is its first request. */
const isNewTurn = (request: WireRequest): boolean =>
  request.messages.every(({ role }) => role === 'user') || lastSaid(request).some(({ type, text = '' }) => type === 'text' && !CORRECTIONS.test(text))

/** Returns whether the last message reported a refusal. */
const wentWrong = (request: WireRequest): boolean =>
  lastSaid(request).some(({ type, text = '', is_error, content }) =>
    type === 'text' ? CORRECTIONS.test(text) : is_error === true && !String(content).startsWith('Not done')
  )

/** The tools that are available now. If messages list tools, these are the listed ones, with the listed values. */
function availableTools(request: WireRequest): Tool[] {
  const offered = offeredTools(request)
  const texts = request.messages.flatMap(({ role, content }) =>
    role !== 'user' || typeof content === 'string'
      ? []
      : content.map((block) => (block.type === 'text' ? block.text : typeof block.content === 'string' ? block.content : ''))
  )
  const listed = listedIn(texts)
  if (!listed) return offered
  return [...listed].flatMap(([name, fields]): Tool[] => {
    const tool = offered.find((one) => one.name === name)
    if (!tool) return []
    const { properties: declared = {}, required: always = [] } = tool.input_schema as { properties?: Record<string, Field>; required?: string[] }
    const values = [...fields].map(([param, { ids }]): [string, Field] => [param, fieldOf(declared[param], ids)])
    const required = [...new Set([...always, ...[...fields].flatMap(([param, { isOptional }]) => (isOptional ? [] : [param]))])]
    return [{ ...tool, input_schema: { type: 'object', properties: { ...declared, ...Object.fromEntries(values) }, required } }]
  })
}
const LISTING = /^You can use (these tools now, with these values|no tool now)/
const CHANGES = /^Your tools have changed/

interface ListedField {
  isOptional: boolean
  ids?: string[]
}
type ListedTools = Map<string, Map<string, ListedField>>

/** The tools that messages leave available: their last list, and every change after it. */
function listedIn(texts: readonly string[]): ListedTools | undefined {
  const known: ListedTools = new Map()
  let now: ListedTools | undefined
  let part = ''
  for (const line of texts.flatMap((text) => text.split('\n'))) {
    if (LISTING.test(line)) [now, part] = [new Map(), 'Now also:']
    else if (CHANGES.test(line)) part = 'changes'
    else if (part === '' || !now) continue
    else if (line === 'Now also:' || line === 'Other values:') part = line
    else if (line.startsWith('- without values to choose: ')) for (const name of namesIn(line)) now.set(name, new Map())
    else if (line.startsWith('- ')) {
      const [, name = '', text = ''] = /^- ([\w-]+): (.*)$/.exec(line) ?? []
      const before = part === 'Other values:' ? now.get(name) : undefined
      now.set(name, new Map([...(before ?? []), ...fieldsIn(text, before)]))
    } else if (line.startsWith('Again, with')) for (const name of namesIn(line)) now.set(name, known.get(name) ?? new Map())
    else if (line.startsWith('No longer: ')) for (const name of namesIn(line)) now.delete(name)
    else if (line.startsWith('Nothing else')) now = new Map([...now].filter(([name]) => namesIn(line).includes(name)))
    else part = ''
    for (const [name, fields] of now ?? []) known.set(name, fields)
  }
  return now
}

const namesIn = (line: string): string[] => line.slice(line.indexOf(': ') + 2).split(', ')

/** The fields in a line of a list, on top of how the tool was listed before. */
function fieldsIn(text: string, before: ReadonlyMap<string, ListedField> = new Map()): Map<string, ListedField> {
  const fields = new Map(before)
  for (const part of text.split('; ')) {
    const [, whole = '', optional = '', values] = /^([\w-]+)(\??)(?: = (.*))?$/.exec(part) ?? []
    const [, changed = '', how = '', some = ''] = /^([\w-]+) (also|no longer) (.*)$/.exec(part) ?? []
    if (whole !== '') fields.set(whole, { isOptional: optional === '?', ...(values === undefined ? {} : { ids: idsIn(values) }) })
    const field = fields.get(changed)
    if (!field) continue
    const ids = (field.ids ?? []).filter((id) => !idsIn(some).includes(id))
    fields.set(changed, { ...field, ids: how === 'also' ? [...ids, ...idsIn(some)] : ids })
  }
  return fields
}

const idsIn = (values: string): string[] => values.split(' | ').map((value) => value.replace(/ \(.*\)$/, ''))

/** A declared parameter with its values replaced by those of a list. */
function fieldOf(declared: Field | undefined, ids: readonly string[] | undefined): Field {
  if (!ids) return declared ?? {}
  return declared?.type === 'array' ? { type: 'array', items: { enum: [...ids] } } : { enum: [...ids] }
}

/** The use of an action that the description of the tool `do` lists, with a text for each parameter that it needs. */
function throughDoor(door: Tool | undefined, name: string, input: Input): Part[] {
  const [, words = ''] = /Actions: (.*)\.$/.exec(door?.description ?? '') ?? []
  const listed = words.split('; ').find((one) => one.replace(/ \(.*/, '') === name)
  if (!door || listed === undefined) return []
  const needs = /\((.*)\)/.exec(listed)?.[1]?.split(', ') ?? []
  return [
    { tool: door.name, input: { action: name, inputs: { ...Object.fromEntries(needs.map((param) => [param, `${param} of ${name}`])), ...input } } }
  ]
}

/** The game's actions, each in turn. */
function anyAction(tools: ReadonlyMap<string, Tool>, n: number): Part[] {
  const actions = [...tools.values()].filter((tool) => !VERBS.has(tool.name) && tool.name !== 'end-combat' && tool.name !== 'do')
  const tool = actions[n % Math.max(1, actions.length)]
  return tool ? [{ tool: tool.name, input: filled(tool, n) }] : []
}

/** An input that fits a tool's schema: the required fields, with each of the possible choices in turn. */
function filled(tool: Tool, n: number): Input {
  const { properties = {}, required = [] } = tool.input_schema as { properties?: Record<string, Field>; required?: string[] }
  return Object.fromEntries(required.map((name) => [name, valueOf(name, properties[name] ?? {}, n)]))
}

function valueOf(name: string, field: Field, n: number): Input[string] {
  const { enum: values, items } = field
  if (values) return values[n % values.length] ?? ''
  if (field.type === 'array') return [items?.enum?.[n % items.enum.length] ?? name]
  if (field.type === 'number' || field.type === 'integer') return 1
  return `${name} ${n}`
}

const summary = (n: number): string =>
  [
    `## Key events`,
    `The party looked where nobody had looked. (${n})`,
    '## People met',
    'Those who live here.',
    '## Unresolved threads',
    'What lies below.'
  ].join('\n\n')
