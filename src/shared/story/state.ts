import { z } from 'zod'
import { memoizedText } from '../base/memoized'
import { SavedShown } from '../../arrow/schemas'
import { SceneTree } from '../narrator/output'

/** The maximum length of an id. Ids are folder and file names; `badName` in names.ts says what is allowed. */
export const MAX_ID_LENGTH = 120
const Id = z.string().min(1).max(MAX_ID_LENGTH)
/** The value of a fact or tag. */
export const Flag = z.union([z.boolean(), z.string(), z.number()])
const Count = z.number().int().min(1)

/** One entry of an inventory, by its own id. `item` is the id of an entry in the game's equipment. */
export const Item = z.looseObject({ item: Id, count: Count.optional(), name: z.string().optional(), tags: z.record(z.string(), Flag).optional() })
export type Item = z.infer<typeof Item>

/** A condition of an actor, by the condition's id. `since` and `until` are in campaign minutes. */
export const ActiveCondition = z.looseObject({
  since: z.number().optional(),
  until: z.number().optional(),
  /** The remaining rounds of the fight. The condition is removed when the fight ends. */
  rounds: z.number().int().optional(),
  /** How many times it applies, for conditions that count. */
  count: Count.optional()
})
export type ActiveCondition = z.infer<typeof ActiveCondition>

/** A fact that an NPC can reveal. Revealing it sets the fact and says `text` aloud. */
export const Reveal = z.looseObject({
  text: z.string(),
  /** The minimum attitude of the NPC: wary < neutral < friendly. */
  needs: z.enum(['wary', 'neutral', 'friendly']).optional(),
  /** Facts that must hold first. */
  after: z.array(z.string()).optional()
})
export type Reveal = z.infer<typeof Reveal>

/** A player or an NPC. The id is the folder's name, and `kind` follows from the folder. */
export const Actor = z.looseObject({
  kind: z.enum(['player', 'npc']),
  name: z.string(),
  /** The id of the location. No other field determines where the actor is. */
  location: Id,
  /** The sheet's numbers, as the game's manifest declares them (STR, DEX, WIL, hp …). */
  stats: z.record(z.string(), z.number()),
  max: z.record(z.string(), z.number()),
  conditions: z.record(Id, ActiveCondition),
  inventory: z.record(Id, Item),
  tags: z.record(z.string(), Flag),
  attitude: z.enum(['hostile', 'wary', 'neutral', 'friendly']).optional(),
  reveals: z.record(Id, Reveal).optional()
})
export type Actor = z.infer<typeof Actor>

/** A thing in a place that can be searched or used. Its contents are found only once. */
export const Feature = z.looseObject({
  name: z.string(),
  /** Narrated when a search succeeds. */
  text: z.string(),
  /** The fact that a search sets. */
  fact: Id.optional(),
  /** Equipment found here. */
  item: Id.optional(),
  /** Facts that must hold before it can be searched. */
  after: z.array(z.string()).optional(),
  /** Not visible until the place has been explored. */
  hidden: z.boolean().optional(),
  /** Something to read, such as a letter, a ledger or a sign, in any language. The built-in table reads it before it goes on. */
  written: z.boolean().optional(),
  searched: z.boolean().optional()
})
export type Feature = z.infer<typeof Feature>

/** A node of the world graph. Prose (description, gm_guide, senses, picture) is in Lore. */
export const Place = z.looseObject({
  name: z.string(),
  region: Id,
  features: z.record(Id, Feature),
  inventory: z.record(Id, Item),
  /** Known to rules: `safe`, `settlement`, `dark`; set by play: `visited`, `explored`. */
  tags: z.record(z.string(), Flag)
})
export type Place = z.infer<typeof Place>

/** A directed edge of the world graph. */
export const Journey = z.looseObject({
  from: Id,
  to: Id,
  region: Id,
  direction: z.string(),
  /** `N[-M] minute|hour|day(s)`. */
  duration: z.string(),
  difficulty: z.number().int().min(0),
  risks: z.array(z.string()),
  /** A fact that must be true before this journey can be seen or taken. */
  requires: z.string().optional()
})
export type Journey = z.infer<typeof Journey>

/** The active scene as rules see it. */
export const SceneFacts = z.looseObject({
  /** Folder, as written in `current-scene`: `sessions/session-1/001-scene`. */
  path: z.string(),
  title: z.string(),
  place: Id,
  present: z.record(Id, z.literal(true)),
  aim: z.string(),
  /** The number of the beat that opened it. */
  opened: z.number().int(),
  story: z.string().optional()
})
export type SceneFacts = z.infer<typeof SceneFacts>

/** The active scene: the front matter of its ABOUT.md, and its scene tree. Absent between scenes. */
export const SceneState = SceneFacts.extend({
  /** The last scene tree that was narrated in it, from SCENE.json. */
  tree: SceneTree.optional(),
  /** The numbers of the beats in which words of that tree were clicked, by the words' ids (narrator/open-words.ts). */
  clicked: z.record(z.string(), z.int()).optional()
})
export type SceneState = z.infer<typeof SceneState>

/** done: no session is open · open: between scenes · dm, player, npc: whose turn · close: a summary is due. */
const Phase = z.enum(['done', 'open', 'dm', 'player', 'npc', 'close'])

/** Counts by action and by status of the result. */
const Outcomes = z.record(z.string(), z.record(z.string(), z.number()))
export type Outcomes = z.infer<typeof Outcomes>

const MAX_BEATS = 1_000_000_000

/** The engine's next step; the file `next`. */
export const Next = z.looseObject({
  /** The number of the next beat, which equals the number of beats so far. */
  beat: z.number().int().min(0).max(MAX_BEATS, 'must be at most a thousand million'),
  phase: Phase,
  /** Who decides next: `DM` or an actor's id (in phase npc the DM decides for this NPC). */
  actor: z.string(),
  /** The players still to come in this round, in order. */
  waiting: z.array(z.string()),
  /** Free calls used in this turn, by tool. */
  spent: z.record(z.string(), z.number().int()),
  mode: z.enum(['story', 'combat']),
  round: z.number().int().min(0),
  /** The actors who still act in this round, in order. */
  initiative: z.array(z.string()),
  session: z.number().int().min(0),
  /** The number of the scene within the session. */
  scene: z.number().int().min(0),
  /** Table turns in this scene (one per DM turn or player turn). */
  turns: z.number().int().min(0),
  /** The summaries still due in a `close` phase, in order. */
  closing: z.array(z.enum(['scene', 'session', 'campaign'])),
  /** Where the table continues after a milestone's summary. */
  resume: z.object({ phase: Phase, actor: z.string(), answering: z.string().optional() }).optional(),
  /** A player who whispered and gets a private answer first. */
  answering: z.string().optional(),
  /** Actions, conditions and tables used in this scene / this session, with counts. */
  exercised: z.object({
    scene: z.record(z.string(), z.number()),
    session: z.record(z.string(), z.number()),
    /** The results of these actions: counts by action and status (success, failure …). */
    outcomes: z.object({ scene: Outcomes, session: Outcomes }).optional()
  }),
  /** The DM has ended the campaign. Agents play nothing more until another session is opened. */
  ended: z.literal(true).optional(),
  /** The number of the beat that called on several players at once: they don't hear each other's answers. */
  called: z.number().int().optional(),
  /** `offset`: how many more beats this line has than the one whose rolls it repeats, because its rules were edited first; after a new seed that counts anew, the beats before it. */
  dice: z.object({ seed: z.string(), offset: z.number().int().min(1).optional() })
})
export type Next = z.infer<typeof Next>

/** A running fight, written by rules. The order of a round follows from the scores. */
export const Combat = z.looseObject({
  /** Score per participant. Higher scores act first; ties go by party order and then by id. */
  initiative: z.record(Id, z.number()),
  /** In side-based fights, the side of each participant. All members of a side act together, at its highest score. */
  sides: z.record(Id, z.string()).optional()
})
export type Combat = z.infer<typeof Combat>

/** Ten thousand years: with the start and the beats, the result is still a valid date. */
const MAX_MINUTES = 10_000 * 366 * 24 * 60

/** The start of a campaign, and the minutes that have passed in it since. */
export const Clock = z.object({
  start: z.iso.datetime('must be an instant like 1312-03-01T14:00:00Z'),
  minutes: z.number().min(0).max(MAX_MINUTES, 'must be less than ten thousand years')
})

const Loose = z.record(z.string(), z.json())

/** A node of an Arrow document that waits at the table, with its page contents. */
export const WaitingNode = z.looseObject({
  node: z.int(),
  type: z.string(),
  name: z.string(),
  shown: SavedShown,
  /** The player who speaks the line, if the character of a dialog is one. */
  who: Id.optional(),
  /** The field of a `user_input`: the kind of answer, its limits in words, and the words for yes and no. */
  asks: z.object({ type: z.enum(['text', 'number', 'yes']), limits: z.string(), yes: z.string().optional(), no: z.string().optional() }).optional()
})
export type WaitingNode = z.infer<typeof WaitingNode>

/** The progress of a story event's document at the table. Its variables are facts, its tags are tags of actors. */
export const ScenePlay = z.looseObject({
  /** How often each node was played, by the node's id. */
  visits: z.record(z.string(), Count).default({}),
  /** The folder of the scene in which it is being played; absent while it is interrupted. */
  scene: z.string().optional(),
  /** The waiting nodes in reading order; absent before the start and after the end. */
  waiting: z.array(WaitingNode).optional(),
  /** The `macro_use` node whose macro is being played. */
  macro: z.int().optional(),
  /** The player who chose last; the next player makes the next choice. */
  chooser: z.string().optional(),
  /** It was played to its end. */
  over: z.literal(true).optional(),
  /** Why play can't continue, and the version of the document with the fault. */
  broken: z.object({ version: z.string(), why: z.string() }).optional()
})
export type ScenePlay = z.infer<typeof ScenePlay>

/**
 * Everything true now, as plain JSON, read from the campaign's files at one commit. No nulls, no prose, maps instead of arrays for anything with
 * identity, keys sorted. Rules may write only actors, places, facts, clock, combat, quests, factions, relationships and threads.
 */
export const GameState = z.object({
  actors: z.record(Id, Actor),
  places: z.record(Id, Place),
  journeys: z.record(Id, Journey),
  regions: z.record(Id, z.looseObject({ name: z.string() })),
  facts: z.record(Id, Flag),
  /** Campaign time = start + minutes + one second per beat; see `timeOf`. */
  clock: Clock,
  combat: Combat.optional(),
  /** These four keep the form of their files; story-state.ts reads them, story-faults.ts finds their faults. */
  quests: Loose,
  factions: Loose,
  relationships: Loose,
  threads: Loose,
  /** The plays of documents, by the id of their story event. */
  plays: z.record(Id, ScenePlay).optional(),
  /** The seating order of the players, from table.yaml. Unlisted players follow, by id. */
  party: z.array(Id).optional(),
  /** How the DM narrates, from table.yaml: as outputs of a narrator. Absent: as plain text. */
  narration: z.literal('scene-tree').optional(),
  scene: SceneState.optional(),
  next: Next
})
export type GameState = z.infer<typeof GameState>

/** The campaign's time as ISO 8601 in UTC, the only time that is ever written into the tree. */
export function timeOf({ clock, next }: GameState): string {
  if (lately?.clock === clock && lately.beat === next.beat) return lately.time
  const time = new Date(parsedTime(clock.start) + clock.minutes * 60_000 + next.beat * 1000).toISOString().replace('.000Z', 'Z')
  lately = { clock, beat: next.beat, time }
  return time
}

const parsedTime = memoizedText((time) => Date.parse(time), 100)
/** A cache of the last result. A beat needs its own time several times. */
let lately: { clock: GameState['clock']; beat: number; time: string } | undefined

/** The table's state before its first session. */
export function firstNext(seed: string): Next {
  return {
    beat: 0,
    phase: 'done',
    actor: 'DM',
    waiting: [],
    spent: {},
    mode: 'story',
    round: 0,
    initiative: [],
    session: 0,
    scene: 0,
    turns: 0,
    closing: [],
    exercised: { scene: {}, session: {} },
    dice: { seed }
  }
}
