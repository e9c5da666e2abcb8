/**
 * Approaches to the end and endings. Slots: n… (the main character), all, place, want (a clause in lower case), met (a fulfilled want), open (a
 * thread, as a clause in lower case), stakes, lead (a thing, a person or a place that advances the want), rival (another character with the same
 * want).
 */

/** An epilogue that nobody wrote begins. */
export const EPILOGUE = [
  'That is the end of it, and {place} [p:is] where it ended.',
  'It is over at {place}, and nobody is in a hurry to be the first to go.',
  'After this there is nothing more to do at {place} but to go home and be asked about it.'
]

/** Somebody has what they wanted. */
export const HAS_IT = [
  '{n} had come for one thing: {want}. It is done.',
  'What {n} wanted was this: {want}. It has been seen to.',
  'As for {n}, it was always the same: {want}. That is settled now.',
  '{n} can stop wanting it now: {want}. It has come about.'
]

/** A character has what they wanted; the log told it in full a moment ago. */
export const HAS_IT_NOW = [
  '{n} has it, and there is nothing that {he} would rather have.',
  '{n} goes home with nothing left to look for.',
  'As for {n}, the rest is only the way home.'
]

/** Somebody has what they first wanted, and wants another thing. */
export const HAS_SOME = [
  '{n} had come for one thing: {met}. It is done; what is left to want is {want}.',
  'What {n} wanted was this: {met}. It has been seen to. The next thing is {want}.',
  'As for {n}, the first half is done: {met}. The other half is {want}.'
]

/** Somebody never got what they wanted. */
export const HAS_NOT = [
  '{n} goes without it, in the end: {want}.',
  'What {n} wanted is still to be had: {want}.',
  '{n} still wants it: {want}. Some things are not to be had in one story.',
  'Of what {n} wanted nothing has come: {want}.'
]

/** Somebody died for it. */
export const DIED_FOR = [
  '{n} did not live to see it. What {he} wanted was {want}.',
  '{n} is dead. {he} had wanted this: {want}.',
  'They will tell it without {n}, who only wanted this: {want}.'
]

/** A thread that is still open. */
export const LEFT_OPEN = [
  'One thing stays as it was: {open}.',
  'Nobody has settled this: {open}.',
  'And this is still true, and somebody will have to see about it: {open}.',
  'That leaves one matter for another year: {open}.'
]

/** Said once more before the climax: what it is all about. */
export const STAKES = ['{stakes}', 'It comes to this. {stakes}', 'They all know what depends on it. {stakes}']

/** How a scene ends in which the climax was decided before its own began. */
export const DECIDED_AT = [
  'It happens at {place}, and it happens quickly.',
  'Nobody was ready for it, and there it is, at {place}.',
  'So it comes about at {place}, before anybody has drawn breath for it.'
]

/** Said where the climax was decided before it could be said what it is all about. */
export const DECIDED = [
  'It is decided before anybody has said what it is about. It is this. {stakes}',
  'Nobody had time to say what depends on it. It is this. {stakes}',
  'That was the moment, and this is what hung on it. {stakes}'
]

/** Titles of a scene on the way to the climax. */
export const APPROACH = [
  'The way to {goal}',
  'Toward {goal}',
  'Before {goal}',
  'On the way to {goal}',
  'Nearer to {goal}',
  'The last stretch to {goal}',
  'Short of {goal}'
]

/** How the way to the climax begins. */
export const APPROACHING = [
  'What is left to do is at {goal}. {all} have {place} behind them, or soon will.',
  'From {place} there is only one thing left to do, and it waits at {goal}.',
  'At {place} there is nothing left to settle. Next is {goal}, and then it is over, one way or the other.',
  'What they came to {place} for is done. What remains is {goal}.'
]

/** How the way to the climax ends. */
export const ARRIVED_FOR_IT = [
  '{place}, then. What they have come for is in front of them.',
  'They are at {place}, and nobody says anything for a moment.',
  'Here it will be settled: {place}.',
  'There is no farther to go. This is {place}.'
]

/** Where to go next: `way` is the next place on the road to `goal`. */
export const ROUTE = [
  'From {place} the road to {goal} goes by {way}.',
  'Whoever wants to get to {goal} has to go by {way} first.',
  '{n} works it out: {way} first, and from there to {goal}.',
  '{o} points the way they have to take. It is {way}, if they mean to see {goal}.',
  'They will not get to {goal} from {place}, unless it is by way of {way}.',
  'The way to {goal} is by {way}.',
  'There are nearer places than {goal}. The way there begins with {way}.',
  'First {way}, then on to {goal}. That much is certain.',
  '{n} looks over to {way}. Beyond it, somewhere, is {goal}.',
  'If it is {goal} they want, {way} [w:comes] first.',
  'By {way} they will be nearer to {goal}, and no other way is easier.',
  'Sooner or later they have to get to {goal}, and {way} [w:is] a step nearer to it.',
  '{o} looks about for the way to {goal}, and it begins with {way}.'
]

/** Where to go next, when that is where it will be settled. */
export const NEXT_DOOR = [
  '{way} [w:is] not far now, and that is where it lies.',
  'What they want is at {way}, and there is nothing between it and them but the walk.',
  '{n} looks toward {way}, where all of this leads.',
  'It is {way} they need, and {way} [w:is] next.',
  'One more walk, and it is the one to {way}.',
  'Everything they came for is at {way}, and {place} [p:is] the last stop before it.',
  'There is only {way} left, and it is not far.',
  'Nobody has to say it: {way} [w:is] next.',
  '{o} is already facing {way}.',
  'The way to {way} is open, and there is no reason left not to take it.'
]

/** Why a scene of a world without story events begins: somebody wants something, and something may give it. */
export const PURSUED = [
  '{n} wants one thing: {want}. What there is to go by is {lead}.',
  'This is about {n}, and about what {he} [wants]: {want}. The first thing to try is {lead}.',
  '{n} has wanted one thing all along: {want}. The next thing to see about is {lead}.',
  'What {n} wants is no secret: {want}. If anything helps, it will be {lead}.'
]

/** What stands between them and it: a risk on the way. */
export const OBSTACLE_WAY = [
  'The way to {way} will not make it easy: {risk}.',
  'Between here and {way} there is this to reckon with: {risk}.',
  'Whoever goes to {way} has this to think of first: {risk}.'
]

/** What stands between them and it: somebody who would rather not. */
export const OBSTACLE_PERSON = [
  '{foe} is in the way of it, and does not look about to move.',
  'First they will have to get past {foe}.',
  'It would be simple, but for {foe}.'
]

/** It was got; `lead` is what gave it. */
export const SETTLED = [
  '{n} stands still for a moment. This was it: {want}. It is done, and nothing looks any different.',
  'So that is that. What {n} wanted was this: {want}. It has come about.',
  '{n} has what {he} came for: {want}. It takes {him} a moment to believe it.',
  'It is settled, thanks to {lead}: {want}. {n} lets {his} breath go.'
]

/** A scene brought somebody nearer to what they want, and no farther. */
export const NEARER = [
  'It is not what {n} came for, but it is nearer.',
  'That is one step of it, and there are others.',
  'So much for that. {n} knows where to look next, which is more than before.',
  'It is half an answer, and {n} would like the other half.'
]

/** Two want the same. */
export const CHOICE = [
  'There is one of it, and two who want it: {n}, and {rival}. Somebody has to say who.',
  'Now it turns out that {rival} wants it as much as {n} does. It can be had by one of them.',
  '{n} has it in reach, and so has {rival}. Somebody will have to choose.'
]

/** It was decided. */
export const CHOSEN = [
  'They choose, and it is {n} who has it. {rival} takes it better than anybody expected.',
  'It goes to {n}. {rival} nods, once, and looks elsewhere.',
  'When it is said, it is said quickly: {n}. {rival} had known it, by the look of things.'
]
