import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { sizeOf } from '../../../lint/tiers.mjs'
import type { AccessRight, Space } from '../engine/capabilities'
import type { Agent, ToolUse } from '../../shared/table/agents'
import type { Offer } from '../../shared/story/game'
import type { ActionCall, Params } from '../../shared/story/play'
import { toProblem } from '../../shared/base/problem'
import { reasonTexts } from '../../shared/table/turns'
import type { GameState } from '../../shared/story/state'
import { beginConversation, catchUp, type Conversation, canContinue, resumeConversation } from '../agents/anthropic/conversation'
import { requestOf } from '../agents/anthropic/request'
import type { Declarations, ToolLayout } from '../agents/anthropic/tools'
import { nextUse, Mind } from '../agents/offline'
import { quietTurn } from '../agents/quiet.fixture'
import { canAct, DM } from '../engine/people'
import { OpenCampaign } from '../story/open-campaign'
import type { ClientUse } from '../../shared/table/clients'
import { SEAT_TOOLS } from '../mcp/seat-tools'
import { answerTool, type Calls } from '../mcp/tool'
import type { OpenFolder } from '../studio/open-folder'
import { seatCalls } from '../studio/seat-calls'
import { ClientTurns } from '../table/client-turns'
import { TableTurn } from '../table/table-turn'
import { playTurn } from '../table/play-one-turn'
import { freshSample } from './samples.fixture'
import { mayKnow, plant, saidInScene, SPOKEN, type Secret } from './secrets.fixture'
import { contextOf, everyOfferOf, offersOf, viewOf } from '../story/seats/seat-view'
import { reading } from './commands.fixture'

/** One right that a trial grants, as if the table of capabilities did. */
const opened = vi.hoisted(() => ({ role: '', right: '', space: '' }))
vi.mock('../engine/capabilities', async (original) => {
  const actual = await original<typeof import('../engine/capabilities')>()
  return {
    ...actual,
    may: (role: 'dm' | 'player', right: AccessRight, space: Space) =>
      (role === opened.role && right === opened.right && space === opened.space) || actual.may(role, right, space)
  }
})

const home = mkdtempSync(join(tmpdir(), 'leak-'))
afterAll(() => rmSync(home, { recursive: true, force: true }))

/** Rights that nobody has: granting one is a mistake that these tests must notice. */
const CLOSED = [
  ['player', 'read', 'secrets'],
  ['player', 'read', 'others-sheets'],
  ['player', 'read', 'summaries'],
  ['player', 'search', 'world']
] as const

/** What a seat may know but nothing shows it yet. */
const UNASKED: readonly string[] = ['another name of a note', 'what a condition does']

/** Every nth beat all seats look. */
const LOOK_EVERY = sizeOf(import.meta.filename, 'look')
/** Before every nth beat the seat that decides looks. */
const DECIDE_EVERY = sizeOf(import.meta.filename, 'decide')
/** Every nth beat all seats also look things up and use their tools wrongly, at the table and over MCP. */
const TRY_EVERY = sizeOf(import.meta.filename, 'try')
const SEATS = [DM, 'Wren', 'Tobit', 'Pym'] as const

/** Everything that an agent at a seat can see now: context, tools, answers to lookups, and refusals. */
function reached(campaign: OpenCampaign, who: string, secrets: readonly Secret[], far: boolean): string {
  const snapshot = campaign.snapshot
  const view = viewOf(snapshot, who)
  const offers = offersOf(snapshot, who)
  const shown = JSON.stringify([view, offers, contextOf(snapshot, who)])
  if (!far) return shown
  const look = (use: ToolUse): string => new TableTurn(campaign, () => undefined).host().look(who, use)
  const looks = [
    ...offers.filter((offer) => offer.cost === 'look' && offer.name !== 'recall').map((offer) => ({ tool: offer.name, input: {} })),
    ...recalls(secrets).map((input) => ({ tool: 'recall', input }))
  ].map((use) =>
    withoutEcho(
      answered(() => look(use)),
      use.input
    )
  )
  return [shown, ...looks].join('\n')
}

/** The next message to a seat's model, in a conversation that is updated after every beat. */
class Listener {
  readonly #earlier: Declarations = { byName: new Map(), sets: [] }
  #talk: Conversation | undefined
  /** How often the conversation continued and how often it started again. */
  readonly heard = { goingOn: 0, begun: 0 }

  constructor(
    private readonly who: string,
    private readonly layout: ToolLayout
  ) {}

  hear(campaign: OpenCampaign): string {
    const snapshot = campaign.snapshot
    const context = contextOf(snapshot, this.who)
    const turn = quietTurn({
      view: viewOf(snapshot, this.who),
      offers: offersOf(snapshot, this.who),
      commit: campaign.snapshot.commit.id,
      follows: (commit) => campaign.follows(commit),
      everyOffer: () => everyOfferOf(snapshot, this.who),
      context: () => context,
      beginsAfresh: () => context
    })
    const talk = this.#talk
    if (talk && canContinue(talk, turn)) {
      const before = talk.messages.length
      resumeConversation(talk, turn)
      if (catchUp(talk, turn)) {
        this.heard.goingOn++
        // As if the model had answered, so that the next message is separate.
        talk.messages.push({ role: 'assistant', content: [{ type: 'text', text: 'I wait.' }] })
        return JSON.stringify(talk.messages.slice(before))
      }
    }
    this.heard.begun++
    this.#talk = beginConversation(turn, { layout: this.layout, eager: true, earlier: this.#earlier })
    return JSON.stringify(requestOf({ context, declared: this.#talk.tools.declared, messages: this.#talk.messages }, 'claude-sonnet-5-5', turn.seat))
  }
}

/** Queries that match everything. */
function recalls(secrets: readonly Secret[]): Params[] {
  const words = secrets.map(({ word }) => word)
  return [
    { limit: 50 },
    { query: 'e', limit: 50, sort: 'relevance' },
    ...['player', 'npc', 'story', 'clue', 'place'].map((tags) => ({ tags, limit: 50 })),
    ...['Wren', 'Tobit', 'Hask', 'the-wall', 'Throat Yard'].map((link_target) => ({ link_target, limit: 50 })),
    ...words.filter((word) => word.endsWith('tag')).map((tags) => ({ tags })),
    ...words.filter((word) => /(alias|link|title|file)$/.test(word)).map((link_target) => ({ link_target }))
  ]
}

/** Everything that an MCP client in a seat can read now: context, actions, answers to lookups, and refusals. */
async function clientReads(campaign: OpenCampaign, who: string, secrets: readonly Secret[]): Promise<string> {
  const turns = new ClientTurns(
    campaign,
    () => new TableTurn(campaign, () => undefined),
    () => undefined
  )
  const table = {
    whyWait: () => undefined,
    isResting: true,
    act: (seat: string, use: ClientUse) => turns.use(seat, use, new AbortController().signal)
  }
  const open = { campaign, table } as unknown as OpenFolder
  const calls = seatCalls({ current: () => open, writable: () => open, reading: () => Promise.resolve(campaign) }, false) as unknown as Calls
  const read = async (tool: string, input: Params | object): Promise<string> =>
    withoutEcho((await answerTool(SEAT_TOOLS, calls, who, tool, input)).text, input as Params)
  const wrong = offersOf(campaign.snapshot, who).flatMap(({ name, params }) =>
    params.some((def) => def.required && def.enum)
      ? [{ action: name, parameters: Object.fromEntries(params.map((def) => [def.name, 'nothing of the kind'])) }]
      : []
  )
  const answers = [
    await read('context', { whole: true }),
    await read('available_actions', {}),
    await read('look', {}),
    await read('look', { what: 'exits' }),
    await read('look', { place: 'nowhere' })
  ]
  for (const input of recalls(secrets)) answers.push(await read('recall', input))
  for (const use of [{ action: 'steal' }, ...wrong]) answers.push(await read('act', { beat: 1, ...use }))
  return answers.join('\n')
}

/** An answer may repeat the query; that reveals nothing. */
const withoutEcho = (answer: string, asked: Params): string =>
  Object.values(asked).reduce<string>((text, word) => (String(word).startsWith('qz') ? text.replaceAll(String(word), '') : text), answer)

function answered(ask: () => string): string {
  try {
    return ask()
  } catch (thrown) {
    return toProblem(thrown).message
  }
}

const leaks = (text: string, who: string, secrets: readonly Secret[], state: GameState): string[] => {
  const heard = text.toLowerCase()
  return secrets
    .filter((secret) => heard.includes(secret.word) && !mayKnow(secret, who, state))
    .map(({ word, where }) => `${who}: ${word} (${where})`)
}

/** A seat whose agent first tries forbidden things and then does what the built-in table would do, or what the test says. */
interface Trial {
  sentences: string[]
  /** The built-in table's reasons, as recorded with the turn. */
  reasons: string[]
  say?: (offers: readonly Offer[]) => { tool: string; input: Params } | undefined
}

/** Plays a beat. With `tries`, the agent first uses every tool wrongly, and the answers are collected. */
async function beat(campaign: OpenCampaign, trial: Trial, tries: boolean): Promise<void> {
  const agent: Agent = {
    async act(turn) {
      if (tries)
        for (const use of wrongUses(turn.offers)) {
          const answer = await turn.use(use)
          if (!answer.ok) trial.sentences.push(answer.text)
        }
      const said = trial.say?.(turn.offers)
      if (said && (await turn.use(said)).ok) return
      const mind = new Mind(turn.chance('policy'))
      const use = nextUse(turn.view, turn.offers, mind, turn.chance('voice'))
      trial.reasons.push(...reasonTexts(mind.reasons))
      if (use) await turn.use(use)
    }
  }
  await playTurn(campaign, () => Promise.resolve({ seat: { agent: 'offline' }, agent }))
}

/** Every tool with wrong values, an unknown tool, and paths and names of others. */
function wrongUses(offers: readonly Offer[]): { tool: string; as?: string; input: Params }[] {
  const free = offers.filter((offer) => offer.cost !== 'look')
  return [
    { tool: 'steal', input: {} },
    ...free.flatMap((offer) => [
      { tool: offer.name, input: { nonsense: 'x' } },
      { tool: offer.name, as: 'Nobody', input: {} },
      ...offer.params.map((def) => ({ tool: offer.name, input: { [def.name]: def.enum ? 'nothing of the kind' : '' } }))
    ]),
    ...['../Tobit/x.md', '/etc/passwd', 'world/story/x/ABOUT.md', 'player-notes/Tobit/x.txt', 'con.md'].map((note_path) => ({
      tool: 'record',
      input: { note_path, content: '' }
    }))
  ]
}

/** The refusals to others who act out of turn. */
function outOfTurn(campaign: OpenCampaign, who: string): string {
  const call: ActionCall = { kind: 'play', action: 'search', actor: who, params: { feature: 'x' }, agent: 'hand' }
  return answered(() => {
    campaign.recordBeat(call)
    return 'Nobody may act out of turn.'
  })
}

describe('a session with a word of its own in every secret place', () => {
  const dir = join(home, 'campaign')
  let campaign: OpenCampaign
  let secrets: Secret[] = []
  const found = new Set<string>()
  const seen = new Set<string>()
  const opening = new Map<string, string[]>()
  const phases = new Set<string>()
  const spoken = new Set<string>()
  let refusals = 0
  let reasons = 0

  /** Extra lines for the players and the DM, each said once as soon as possible. */
  const lines = (): Trial['say'] => {
    const { next, scene, actors } = campaign.snapshot.state
    // Everybody who is where Wren is: they remember what Wren says.
    const witnesses = [
      DM,
      ...SEATS.filter((who) => actors[who]?.location === actors['Wren']?.location && canAct(campaign.snapshot.state, campaign.snapshot.game, who))
    ]
    const once = (what: keyof typeof SPOKEN | 'said' | 'called', tool: string, input: Params) => (offers: readonly Offer[]) => {
      if (spoken.has(what) || !offers.some((offer) => offer.name === tool)) return undefined
      spoken.add(what)
      if (what === 'said') secrets.push(saidInScene(scene?.opened ?? -1, witnesses))
      else if (what === 'called') {
        const { called } = next
        secrets.push({
          word: 'qzcalled',
          where: 'what one says who was called on with others',
          may: (who, now) =>
            now.scene?.opened === scene?.opened
              ? who === 'Wren' || who === DM || now.next.called !== called || now.next.phase !== 'player'
              : witnesses.includes(who)
        })
      } else secrets.push(SPOKEN[what])
      return { tool, input }
    }
    // The session ends as soon as everything was covered.
    if (next.phase === 'dm' && next.answering === undefined && spoken.size === 8 && phases.has('npc'))
      return (offers) => (offers.some((offer) => offer.name === 'end_session') ? { tool: 'end_session', input: {} } : undefined)
    if (next.phase === 'close') return once('summary', 'summarise', { text: 'It was the qzsummary.', recap: 'They came and went.' })
    if (next.phase === 'dm' && next.answering === undefined && !spoken.has('dmplan'))
      return once('dmplan', 'plan', { text: 'Have the qzdmplan happen.' })
    if (next.answering === 'Wren') return once('answer', 'speak', { player: 'Wren', text: 'Between us: qzanswer.' })
    if (next.actor !== 'Wren' || next.phase !== 'player') return undefined
    const says = [
      once('said', 'speak', { text: 'I say qzsaid, and I stand by it.' }),
      once('note', 'record', { note_path: 'clues/mine.md', content: 'I wrote qzwritten.', tags: 'own' }),
      once('plan', 'plan', { text: 'Get to the qzplanned.' }),
      once('life', 'remember', { text: 'The day of the qzremembered.' }),
      once('whisper', 'whisper', { text: 'Nobody else should hear of the qzwhisper.' }),
      ...(next.called !== undefined && next.waiting.length > 0 ? [once('called', 'speak', { text: 'I answer with qzcalled.' })] : [])
    ]
    return (offers) => {
      for (const say of says) {
        const use = say(offers)
        if (use) return use
      }
      return undefined
    }
  }

  const listeners = new Map(SEATS.map((who, i) => [who as string, new Listener(who, i % 2 === 0 ? 'stable' : 'changes')]))

  const look = (who: string, far: boolean): string[] => {
    const text = `${reached(campaign, who, secrets, far)}\n${listeners.get(who)?.hear(campaign) ?? ''}`
    const heard = text.toLowerCase()
    for (const { word } of secrets) if (heard.includes(word)) seen.add(`${who} ${word}`)
    return leaks(text, who, secrets, campaign.snapshot.state)
  }

  beforeAll(async () => {
    await freshSample(dir, 'cairn-hack', SPOKEN.seed.word)
    secrets = [...plant(dir), SPOKEN.seed]
    campaign = await OpenCampaign.open(dir, { clock: () => 0 })
    await campaign.adopt()
    for (let n = 0, over = false; n < 300 && !over; n++) {
      const { state } = campaign.snapshot
      const { phase, actor, answering } = state.next
      const at = answering === undefined ? phase : 'answer'
      const far = n < 3 || n % TRY_EVERY === 0 || !phases.has(at)
      phases.add(at)
      for (const who of SEATS) {
        if (far || n % LOOK_EVERY === 0 || (who === actor && n % DECIDE_EVERY === 0)) for (const leak of look(who, far)) found.add(leak)
        if (far && who !== actor) for (const leak of leaks(outOfTurn(campaign, who), who, secrets, state)) found.add(`${leak} out of turn`)
      }
      if (far)
        for (const who of SEATS)
          for (const leak of leaks(await clientReads(campaign, who, secrets), who, secrets, state)) found.add(`${leak} over MCP`)
      if (n === 12 || n === 13)
        for (const right of CLOSED) opening.set(right.join(' '), [...(opening.get(right.join(' ')) ?? []), ...(await openedBy(right))])
      const said = lines()
      const trial: Trial = { sentences: [], reasons: [], ...(said ? { say: said } : {}) }
      await beat(campaign, trial, far)
      const leaked = leaks(trial.sentences.join('\n'), phase === 'npc' ? DM : actor, secrets, state)
      for (const leak of leaked) found.add(`${leak} in a refusal`)
      for (const leak of leaks(trial.reasons.join('\n'), phase === 'npc' ? DM : actor, secrets, state)) found.add(`${leak} in a reason`)
      refusals += trial.sentences.length
      reasons += trial.reasons.length
      over = phase !== 'done' && campaign.snapshot.state.next.phase === 'done'
      if (over) for (const who of SEATS) for (const leak of look(who, true)) found.add(leak)
    }
  })
  afterAll(() => campaign.dispose())

  /** What leaks now if one right is granted, with empty caches. */
  const openedBy = async ([role, right, space]: readonly [string, string, string]): Promise<string[]> => {
    Object.assign(opened, { role, right, space })
    try {
      return await reading(dir, (fresh) => SEATS.flatMap((who) => leaks(reached(fresh, who, secrets, true), who, secrets, fresh.snapshot.state)))
    } finally {
      Object.assign(opened, { role: '', right: '', space: '' })
    }
  }

  it('passes through every phase, and every line was said', () => {
    expect([...phases].toSorted()).toEqual(['answer', 'close', 'dm', 'done', 'npc', 'open', 'player'])
    expect([...spoken].toSorted()).toEqual(['answer', 'called', 'dmplan', 'life', 'note', 'plan', 'said', 'summary', 'whisper'])
  })

  it('V7 an agent hears and reads nothing that it has no right to', () => {
    expect([...found]).toEqual([])
    expect(refusals).toBeGreaterThan(100)
    expect(reasons).toBeGreaterThan(100)
  })

  it('goes on in conversations, which hear of no more', () => {
    for (const { heard } of listeners.values()) expect(heard.goingOn).toBeGreaterThan(heard.begun)
  })

  it('tells everybody their own, but for what no seat has a way to ask for', () => {
    const isSeen = (word: string): boolean => [...seen].some((one) => one.endsWith(` ${word}`))
    const hidden = secrets.filter(({ word, may }) => (typeof may === 'function' || may.length > 0) && !isSeen(word)).map(({ where }) => where)
    expect([...new Set(hidden)].toSorted()).toEqual(UNASKED)
  })

  it.each(CLOSED)('would be noticed to leak if the %s could %s %s', (...right) => {
    expect(opening.get(right.join(' '))).not.toEqual([])
  })
})
