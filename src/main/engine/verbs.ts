import { own } from '../../shared/base/json'
import type { StoryEvent } from '../../shared/story/lore'
import type { Game, Offer, ParamDef, PossibleOffer } from '../../shared/story/game'
import { MAX_CLICKS } from '../../shared/narrator/open-words'
import { granted } from '../../shared/story/sheet'
import { choice, offer, offers, text } from './offer'
import { keepVerbs } from './story-verbs'
import type { GameState } from '../../shared/story/state'
import { type AuthoredEvents, running, runnable } from './documents'
import { MAX_TEXT } from './params'
import { canAct, DESIGNER, DM, party, partyPlaces, ready } from './people'
import { clickOffer, NARRATE_OUTPUT } from './narrator-offers'
import { hasTree, unclicked } from './open-words'
import { CHOICE_FORMS, choiceParams, choosers } from './waiting'

/** How often a player may use each free verb in one turn. */
export const BUDGET: Readonly<Record<string, number>> = { speak: 2, whisper: 2, record: 2, remember: 1, plan: 1, click: MAX_CLICKS }
/** The number of calls in a DM turn after which everybody is called on. Plans for later turns don't count. */
export const MAX_DM_CALLS = 8
/** Verbs with which the DM tells or writes something. In a plan each counts as a call, because the plan's narration needn't follow it. */
export const TELLING: ReadonlySet<string> = new Set(['narrate', 'speak', 'record', 'remember', 'plan'])
/** The maximum length of a plan, in characters: about 150 tokens of English. */
export const MAX_PLAN_CHARACTERS = 600
/** A sentence for a verb's description that says how often a turn allows it. */
const perTurn = (verb: string): string => {
  const most = own(BUDGET, verb) ?? 0
  return most === 1 ? 'Once a turn.' : `At most ${most} times a turn.`
}

/** A parameter in no offer. The table sets it on a verb that ends the turn of an agent without a valid action. SPEC.md P15. */
export const GIVEN_UP = 'given up'
/** The mark's value if the agent's answers were empty; otherwise it is true. */
export const EMPTY_ANSWER = 'empty answer'
/** Verbs with which the table ends a turn or a phase on an agent's behalf. */
export const FALLBACK_VERBS: readonly string[] = ['pass', 'call_on', 'summarise', 'end_scene', 'end_session']
/** A parameter in no offer. The table sets it on a call of the built-in table in a turn in which a model failed. SPEC.md P17. */
export const STANDS_IN = 'stands in'

/** The offer to search notes and memories. */
export const RECALL: Offer = offer(
  'recall',
  'Search your notes, what you remember and what you know of the world: by a question or words, by tags (all must match), or by links to a topic.',
  [
    text(
      'A question or words, such as "who sold the bell"; in quotes they are found word for word. The answer names the note or the beat.',
      'query',
      false
    ),
    {
      name: 'tags',
      type: 'string',
      description: 'Tags that must all match; without a query, whole notes are returned.',
      required: false,
      many: true
    },
    text('Only notes that link to this note or name.', 'link_target', false),
    { name: 'sort', type: 'enum', description: 'Newest first, or best match first.', required: false, enum: ['modified', 'relevance'] },
    { name: 'limit', type: 'number', description: 'The maximum number of results: 10 by default, 50 at most.', required: false }
  ],
  'look'
)
/** The offer to write a note. `where` says what a path looks like for this role. */
const record = (where: string, often = ''): Offer =>
  offer('record', `Write or update a note. The old text is replaced; its tags stay. ${often}`.trim(), [
    text(`Path of the note, ending in .md: ${where}.`, 'note_path'),
    text(`The whole Markdown body, at most ${MAX_TEXT} characters. [[Links]] are kept.`, 'content'),
    { name: 'tags', type: 'string', description: 'Tags to add.', required: false, many: true }
  ])
const RECORD = record('rulings/[name].md for how a rule is read here, misc/[topic].md for anything else')
const OWN_RECORD = record('people/[name].md, places/[name].md, as you like', perTurn('record'))
/** The verbs that the designer may use at any time. */
const RESEED: Offer = offer('reseed', 'Change the random seed from here on.', [
  text('Any text.', 'seed'),
  {
    name: 'count',
    type: 'enum',
    enum: ['anew'],
    description: 'anew: count beats from here, so that the same seed rolls the same dice at any beat.',
    required: false
  }
])

const MILESTONE: Offer = offer('milestone', 'Have the campaign summarised now.')

const PASS: Offer = offer('pass', 'Do nothing this turn.', [], 'turn')
/** The offers to look at a place with a player in it. Without a place, they show the party's own. */
function looks(state: GameState, game: Game): Offer[] {
  const places = partyPlaces(state, game)
  const which = 'Which place with players in it; defaults to where most of them are.'
  const place = places.length < 2 ? [] : [choice(state, 'place', which, places, { required: false })]
  return [
    offer('get_location', 'A place with players in it: description, people, things, guide.', place, 'look'),
    offer('get_exits', 'Every exit of a place with players in it, with its direction and risks.', place, 'look')
  ]
}

const PLAN: Offer = offer(
  'plan',
  `Write your own plan, which replaces the old one. You see it every turn, and nobody else ever does. ${perTurn('plan')}`,
  [text(`What you are after and what you mean to do next, at most ${MAX_PLAN_CHARACTERS} characters.`)]
)

const neighbours = new WeakMap<GameState['actors'], readonly string[]>()

/** NPCs who share a place with a player. */
export function npcsNear(state: GameState): readonly string[] {
  const { actors } = state
  const cached = neighbours.get(actors)
  if (cached) return cached
  const places = new Set(party(state).map((id) => own(actors, id)?.location))
  const near = Object.keys(actors).filter((id) => actors[id]?.kind === 'npc' && places.has(actors[id]?.location ?? ''))
  neighbours.set(actors, near)
  return near
}

/** The DM's verbs in the current phase. */
function dmVerbs(state: GameState, game: Game, { stories, documents = [], closedEnding }: AuthoredEvents): Offer[] {
  const { next } = state
  const players = ready(state, game)
  if (next.answering !== undefined)
    return [offer('speak', 'Answer in private.', [choice(state, 'player', 'Who hears it.', [next.answering]), text('What you say.')]), PASS]
  switch (next.phase) {
    case 'done':
      return offers(players.length > 0 && offer('open_session', 'Begin a session.', [text('Its title.', 'title')], 'turn'))
    case 'open': {
      const canOpen = next.scene < game.manifest.limits.scenes_per_session && players.length > 0
      return offers(canOpen && openScene(state, stories), END_SESSION, RECALL, RECORD)
    }
    case 'close': {
      const recap = text('What the players may read: what happened in front of them, in a few plain sentences without headings.', 'recap')
      const own = text('Your own summary, in Markdown: key events, people met, unresolved threads, secrets included. No player ever reads it.')
      const what = 'Summarise what was closed: a recap for the players, and your own summary.'
      return [offer('summarise', what, [recap, own], 'turn')]
    }
    default:
      if (next.turns >= game.manifest.limits.turns_per_scene && next.mode === 'story') return [END_SCENE]
      return [...sceneVerbs(state, game, documents), ...tableVerbs(state, game, players, closedEnding === undefined)]
  }
}

const END_SCENE = offer('end_scene', 'Close the scene.', [text('How it ended, in a sentence.', 'outcome')], 'turn')
const END_SESSION = offer('end_session', 'Close the session; summaries follow.', [], 'turn')
const END_CAMPAIGN = offer(
  'end_campaign',
  'Close the campaign, because its story is over; the last summaries follow, and nothing more is played.',
  [text('The last words of the story, and what became of everybody.', 'epilogue')],
  'turn'
)

const STOP_SCENE: Offer = offer(
  'stop_scene',
  'Interrupt the prepared scene that is being played. It can be taken up again later, exactly where it stopped.'
)
const RUN_SCENE: Offer = offer(
  'run_scene',
  'Play a prepared scene: its next text is told to everybody, its people speak, and its choices are put to the players. Call it again to go on.'
)
const CHOOSE_OPTION: Offer = offer(
  'choose_option',
  'Choose for the party how the scene goes on, which is your turn. The first who chooses decides; pass to leave it to the next player.',
  [],
  'turn'
)
const SCENE_OF = 'The story event whose scene it is.'
const toolOf = ({ name, description, cost }: Offer, forms: PossibleOffer['forms']): PossibleOffer => ({ name, description, cost, forms })
/** The DM's tools for documents of story events, and a player's, in every form. */
export const SCENE_TOOLS: readonly PossibleOffer[] = [toolOf(RUN_SCENE, [[text(SCENE_OF, 'event')]]), toolOf(STOP_SCENE, [[]])]
export const PLAYER_SCENE_TOOLS: readonly PossibleOffer[] = [toolOf(CHOOSE_OPTION, CHOICE_FORMS)]

/** The verbs for the documents of story events. SPEC.md A1, A5. */
function sceneVerbs(state: GameState, game: Game, documents: readonly StoryEvent[]): Offer[] {
  const events = runnable(state, game, documents)
  const ids = events.map(({ id }) => id)
  const labels = Object.fromEntries(events.map(({ id, title }) => [id, title]))
  const event = choice(state, 'event', SCENE_OF, ids, { labels })
  return offers(events.length > 0 && { ...RUN_SCENE, params: [event] }, running(state) && STOP_SCENE)
}

/** Story events as choices. */
const choicesOf = (events: NonNullable<AuthoredEvents['stories']>): Pick<ParamDef, 'type' | 'enum' | 'labels'> => ({
  type: 'enum',
  enum: events.map(({ id }) => id),
  labels: Object.fromEntries(events.map(({ id, title }) => [id, title]))
})

function openScene(state: GameState, stories: AuthoredEvents['stories']): Offer {
  const places = [...new Set(party(state).map((id) => own(state.actors, id)?.location ?? ''))].filter((id) => Object.hasOwn(state.places, id))
  const story = text('The story event it is based on.', 'story', false)
  const near = npcsNear(state)
  const params: ParamDef[] = [
    text('Its title.', 'title'),
    choice(state, 'place', 'Where it takes place.', places),
    ...(near.length > 0 ? [choice(state, 'present', 'Who else is there.', near, { many: true, required: false })] : []),
    text('What the players are to achieve.', 'aim'),
    ...(stories === undefined ? [story] : stories.length > 0 ? [{ ...story, ...choicesOf(stories) }] : [])
  ]
  return offer('open_scene', 'Open a scene where the party is.', params, 'turn')
}

/** The DM's verbs in a scene at the last state, because a beat needs them for its offers and for its call. */
let lastVerbs: { state: GameState; game: Game; verbs: readonly Offer[] } | undefined

function tableVerbs(state: GameState, game: Game, players: readonly string[], canEnd: boolean): Offer[] {
  if (lastVerbs?.state !== state || lastVerbs.game !== game) lastVerbs = { state, game, verbs: verbsInScene(state, game, players) }
  return offers(...lastVerbs.verbs, state.next.mode === 'story' && canEnd && END_CAMPAIGN)
}

function verbsInScene(state: GameState, game: Game, players: readonly string[]): Offer[] {
  const near = npcsNear(state)
  const speakers = near.filter((id) => canAct(state, game, id))
  const voice = speakers.length > 0 ? [choice(state, 'voice', 'The character who says it, if it is speech.', speakers, { required: false })] : []
  const narrate = offer('narrate', 'Tell the table what happens, or speak for a character.', [text('What everybody hears.'), ...voice])
  if (state.next.mode === 'combat') {
    const isLate = state.next.turns >= game.manifest.limits.turns_per_scene
    return offers({ ...narrate, cost: 'turn' }, ...looks(state, game), RECALL, planning(state), PASS, isLate && END_SCENE)
  }
  const everybody = party(state)
  const tables = Object.keys(game.tables)
  const labels = Object.fromEntries(Object.entries(game.tables).map(([id, { name }]) => [id, name]))
  const how = `Ask one player, several or all for their actions. After ${MAX_DM_CALLS} calls in one turn without it, everybody is asked.`
  return offers(
    state.narration === 'scene-tree' ? NARRATE_OUTPUT : narrate,
    everybody.length > 0 &&
      offer('speak', 'Say something to one player in private.', [choice(state, 'player', 'Who hears it.', everybody), text('What you say.')]),
    tables.length > 0 && offer('roll_table', 'Roll on a table of the game.', [choice(state, 'table', 'Which table.', tables, { labels })]),
    ...looks(state, game),
    RECALL,
    RECORD,
    planning(state),
    ...keepVerbs(state, game, near),
    players.length > 0 && offer('call_on', how, [choice(state, 'who', '"all", or names.', ['all', ...players], { many: true })], 'turn'),
    END_SCENE,
    END_SESSION
  )
}

/** The offer to write a plan, if the turn hasn't used it yet. */
const planning = ({ next }: GameState): Offer | undefined => ((own(next.spent, 'plan') ?? 0) < (BUDGET['plan'] ?? 0) ? PLAN : undefined)

function playerVerbs(state: GameState, game: Game): Offer[] {
  const left = (verb: string): boolean => (own(state.next.spent, verb) ?? 0) < (own(BUDGET, verb) ?? 0)
  const free = [
    offer('speak', `Say something at the table; everybody hears it. ${perTurn('speak')}`, [text('What you say, in your own voice.')]),
    offer('whisper', `Say something to the DM in private; you get one answer. ${perTurn('whisper')}`, [text('What you say.')]),
    OWN_RECORD,
    offer('remember', `Write a major event of your life into your timeline. ${perTurn('remember')}`, [text('What happened.')]),
    PLAN
  ].filter((o) => left(o.name))
  const words = hasTree(state) && left('click') ? unclicked(state) : []
  const isChooser = choosers(state, game).includes(state.next.actor)
  return offers(isChooser && { ...CHOOSE_OPTION, params: choiceParams(state) }, words.length > 0 && clickOffer(words), ...free, RECALL, PASS)
}

/** The names of the game's actions that the rules can offer `who`: those in the list that applies now, and those that items and conditions grant. */
export function actionsOf(state: GameState, game: Game, who: string): string[] {
  const { dm_actions, npc_actions, combat_actions, entry_actions } = game.manifest
  if (who === DM) return [...dm_actions]
  const actor = own(state.actors, who)
  const list = actor?.kind === 'npc' ? npc_actions : state.next.mode === 'combat' ? combat_actions : entry_actions
  return [...new Set([...list, ...Object.keys(actor ? granted(actor, game) : {})])]
}

/** The available actions of a character; with `only`, at most that one. `next` are asked right after. */
function offersFor(state: GameState, game: Game, who: string, only: string | undefined, next: readonly string[] = []): Offer[] {
  const asked = [who, ...next].map((one) => [one, actionsOf(state, game, one).filter((name) => only === undefined || name === only)] as const)
  const [[, names], ...more] = asked as [(typeof asked)[number], ...typeof asked]
  return names.length === 0 ? [] : game.offers(state, who, names, more)
}

/** The table's own verbs that `who` can use now, with parameters. Empty if it isn't their turn. */
export function verbsOf(state: GameState, game: Game, who: string, authored: AuthoredEvents = {}): Offer[] {
  const { next } = state
  if (next.phase === 'npc' && (who === DM || who === next.actor)) {
    const verbs = [offer('narrate', 'Narrate what happens.', [text('What everybody hears.')], 'turn'), PASS]
    return verbs.map((o) => Object.assign({}, o, { as: next.actor }))
  }
  if (who !== next.actor) return []
  if (who === DM) return dmVerbs(state, game, authored)
  return next.phase === 'player' && canAct(state, game, who) ? playerVerbs(state, game) : []
}

/** All that `who` can do now: the table's verbs and the game's actions; empty out of turn. `only`: of that name; other rules aren't asked. */
export function offered(state: GameState, game: Game, who: string, authored: AuthoredEvents = {}, only?: string): Offer[] {
  const all = offersNow(state, game, who, authored, only)
  return only === undefined ? all : all.filter(({ name }) => name === only)
}

function offersNow(state: GameState, game: Game, who: string, authored: AuthoredEvents, only: string | undefined): Offer[] {
  const { next } = state
  if (who === DESIGNER) return [RESEED, MILESTONE, ...(running(state) ? [STOP_SCENE] : [])]
  const verbs = verbsOf(state, game, who, authored)
  if (verbs.length === 0) return []
  const through = (npc: string, cost: 'turn' | 'free'): Offer[] =>
    offersFor(state, game, npc, only).map((o) => Object.assign({}, o, { as: npc, cost }))
  if (next.phase === 'npc') return [...through(next.actor, 'turn'), ...verbs]
  if (who === DM) {
    const acting = next.phase === 'dm' && next.answering === undefined && verbs.some((v) => v.name === 'narrate')
    if (!acting) return verbs
    const people = next.mode === 'story' ? npcsNear(state).filter((id) => canAct(state, game, id)) : []
    const actions = offersFor(state, game, DM, only, people).map((o) => Object.assign({}, o, { cost: 'free' as const }))
    return [...verbs, ...actions, ...people.flatMap((id) => through(id, 'free'))]
  }
  return [...offersFor(state, game, who, only).map((o) => Object.assign({}, o, { cost: 'turn' as const })), ...verbs]
}
