/**
 * After talk, and private answers. Slots: n… (who asked), m, mhe, mhis, mhim (who was asked), o (somebody listening), npc (whom a private question is
 * about), place, feature, way.
 */

/** Something was told; the words have just been logged. */
export const TOLD = [
  '{m} seems smaller for having said it, and {n} does not hurry to fill the silence.',
  'All the while {m} was looking past {n}, at {feature}, as if somebody there might object.',
  'That is all, {m} says, and by {mhis} face it is more than {mhe} meant to give.',
  '{m} waits to see what {n} will do with it.',
  'It costs {m} something to say so at {place}, where anybody might come by.',
  '{m} has the look of someone who has put down a load and is not yet used to {mhis} own arms.',
  '{n} came to {m} with one question and goes away with three.',
  '{o} believes {m}. {n} believes about half, and does not yet know which half.',
  '{m} has spoken low, so that {n} had to lean in, and {o} had to pretend not to.',
  '{m} had been waiting for somebody to ask. It only had to be somebody like {n}.',
  'When {m} has finished, {o} finds that {ohe} [o:has] been holding {ohis} breath, and lets it go.'
]

/** The talk brought nothing new. */
export const NOT_TOLD = [
  '{m} answers at some length and says nothing, and {n} lets {mhim}.',
  'Whatever {m} knows, {mhe} [m:knows] it with {mhis} mouth shut.',
  '{n} tries a smile on {m}. It does not take.',
  "They part civilly, {n} and {m}, each with a low opinion of the other's questions.",
  '{n} thinks {m} afraid. {o} thinks {m} stubborn. Neither of them is quite right.',
  'What {n} takes away from {m} would go through a sieve.',
  '{o} counts the words {n} has got out of {m}. It can be done on one hand.'
]

/** The asking did some good, though nothing was told. */
export const WARMED = [
  '{m} looks at {n} again, as one looks at a tool that might do after all.',
  'Something in {m} comes down a notch. {n} has the sense not to point at it.',
  '{m} has not said anything yet. But {mhe} [m:has] stopped looking for the door, and {n} can wait.',
  'For the first time {m} calls {n} by name.',
  '{o} sees {m} nod at {n}, and takes note of it.'
]

/** Private answers. */
export const ANSWERS = [
  'You see nothing that {n} could swear to. But {feature} might repay a second look.',
  'As far as {n} can tell, nobody here is lying. Somebody is leaving things out.',
  'You stand where you can see both {feature} and the way to {way}. It seems the best place there is.',
  'If you had to leave {place} in a hurry, {n}, it would be by {way}.',
  'Nothing you could name, {n}. It stays with you all the same.',
  'A bad idea, {n}, but you have had worse, and some of them worked.'
]

/** Private answers about somebody who is there. */
export const ANSWERS_ABOUT = [
  '{npc} looks at {feature} whenever you look away, {n}.',
  '{npc} has not moved from that spot since you came, {n}. There may be a reason, or there may be a bad knee.',
  'You catch {npc} counting you. It is done quickly, {n}, like somebody who counts sheep for a living.'
]
