/**
 * The built-in table's few sentences with slots. Everything else that it says is authored, or computed from the state (`state-words.ts`). Slots: n…
 * (the main character), place, clock, want (a clause in lower case), met (a fulfilled want), open (a thread, as a clause in lower
 * case), m (another member of the party), lead (what the last
 * step is about), rival (another character with the same want), goal, title, foe, way, act (what a character would do).
 */

/** Two want the same. */
export const CHOICE = '{n} wants it, and so does {rival}: {want}. One of them can have it.'
/** It was decided. */
export const CHOSEN = '{n} gets it. {rival} goes without.'

/** Before the last step of a climax: one character prepares it for the one who takes it. */
export const CLIMAX = 'It is {clock}, and it takes two: {m} has to come first, and then {n}, {lead}.'

/** Two players disagree: m is told to take the thing or person `lead` before `goal`, and answers that they would do `act`. `disagree.ts` reads them again. */
export const CLAIMS = [
  '{m}, I am for {lead} before {goal}',
  '{m}, let it be {lead} first, and {goal} after',
  '{m}, I say {lead}, and {goal} can wait',
  '{m}, I would begin with {lead}, and leave {goal} for later',
  '{m}, we should take {lead} ahead of {goal}',
  '{m}, give me {lead} first, and then {goal}',
  '{m}, my vote is for {lead}, and after that for {goal}',
  '{m}, if I may choose, I choose {lead} now, and only then {goal}'
]
const AGAINST = ['No, {m}', 'Wait, {m}', 'One moment, {m}', 'Hear me out, {m}', 'Not so fast, {m}', '{m}, listen']
const OVER = [
  'not {lead}',
  '{lead} can wait',
  'leave {lead} for now',
  'I see no use in {lead} yet',
  'let us not begin with {lead}',
  'anybody could begin with {lead}',
  'we may have {lead} later',
  'I have nothing against {lead}, only not first'
]
export const OBJECTIONS = AGAINST.flatMap((address) => OVER.map((answer) => `${address}, ${answer}: I would sooner {act}`))
/** How a reason follows what a player says. */
export const WHY = [', because I want {want}', ', for I want {want}', ', since I want {want}', '; what I want is {want}']

/** The outcomes of a character's want, at the end of the story. */
export const HAS_IT = '{n} has what {he} came for: {want}.'
export const HAS_SOME = '{n} has the first of it: {met}. What is left is this: {want}.'
export const HAS_NOT = '{n} goes home without it: {want}.'
export const DIED_FOR = '{n} is dead, and did not live to see this: {want}.'
/** A thread that is still open. */
export const LEFT_OPEN = 'This stays open: {open}.'

/** Titles of a scene on the way to the climax. */
export const APPROACH = ['The way to {goal}', 'Toward {goal}', 'Nearer to {goal}', 'The last stretch to {goal}', 'Short of {goal}']
/** Titles of scenes that follow no story. */
export const TITLES = ['A halt at {place}', 'From {place} to {way}', '{n} at {place}', 'Still at {place}']
/** Titles of a scene that goes on with a story: `title` is the story event's. */
export const TITLES_ON = ['{title}, from {place}', '{title}, again', '{title}, continued', '{title}: a second try']
/** Titles of a scene that opens on a fight. */
export const TITLES_FIGHT = ['{foe}', '{foe} at {place}']
/** Aims of a scene that follows no story. */
export const AIMS = [
  'See to {feature}, and be gone from {place}',
  'See what lies beyond {place}, toward {way}',
  'Find out what {place} still has to tell'
]

/** Whispered to the DM. */
export const WHISPERED = [
  'I keep an eye on {npc}. What do I see?',
  'Is there anything about {feature} that the others would not notice?',
  'How would I get from {place} to {way}, if I had to run?'
]
