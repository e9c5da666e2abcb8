/** Moving about. Slots: all (those who came, as a list), n…, o…, place (where they are), from (where they were), way (another way on). */

/** They come to a place that is new to them; a piece of its description follows. */
export const ARRIVED = [
  'They come to {place} in the order they always walk in, {n} last.',
  '{all} come to {place}.',
  '{n} points: {place}. {o} had been about to.',
  '{place} [p:is] ahead of them, and then all round them.',
  '{n} is the first to get to {place}.',
  'From {from} they had pictured {place} otherwise.',
  '{from} [r:is] behind them now, and here [p:is] {place}.',
  'So this is {place}. {n} takes it in without a word.',
  'The name is {place}, and {n} had imagined something else to go with it.',
  'The way from {from} ends, as promised, at {place}.',
  '{o} counts heads out of habit. Nobody has been lost between {from} and {place}.',
  '{place} [p:does] not seem to have been expecting {all}.',
  'It is {n} who leads the way to {place}, and {o} who comes last.',
  '{all} stand close together at the edge of {place}.',
  'They left {from} talking. They come to {place} without a word.',
  'Nothing about {from} has prepared {n} for {place}.',
  '{place}, at last, and rather suddenly.',
  'One more step and it is no longer {from}; it is {place}.',
  'The last of {from} drops out of sight, and {place} [p:begins].',
  '{n} stops so short at the edge of {place} that {o} walks into {him}.',
  'Here [p:is] {place}, and here are {all} to look at it.',
  'They arrive at {place} with the sound of {from} still in their ears.',
  '{o} had bet that {place} would be worse. {o} pays up.',
  'That was the way to {place}: shorter than {n} feared and longer than {he} [was] told.'
]

/** They come back to a place they know. */
export const RETURNED = [
  '{place} again, and no kinder for being known.',
  'They are back at {place}, and {n} finds the spot where {he} stood before.',
  '{place} [p:has] not moved while they were gone, though {o} looks at it as if it might have.',
  '{all} come back to {place} by the way they left it.',
  'It is odd how much smaller {place} [p:is] the second time.',
  'At {place} everything is where they left it, which {n} counts as a welcome.',
  'From {from} back to {place}: {o} could walk it asleep by now.',
  '{n} comes back to {place} like somebody come to fetch a forgotten hat.',
  '{place} [p:receives] them without comment.',
  '{place} still [p:has] their tracks from before, {ns} the deepest.',
  '{from} [r:lets] them go, and {place} [p:takes] them back.',
  'They know {place} by now, and {n} knows where to put {his} feet.',
  'Back at {place}, {n} sets down {his} pack and picks it up again.',
  '{o} keeps an eye on {place}, as one does on a bad dog.',
  'So it is {place} once more, and {all} have one more road behind them.'
]

/** One went on alone, or only some did. */
export const SPLIT = [
  '{n} is at {place} by now, and the others are not.',
  'That puts {n} at {place} and a good stretch of nothing between {him} and the rest.',
  '{place} [p:is] a poor place to be alone in, and {n} is alone in it.',
  '{n} looks back from {place} for the others, and there is only the way {he} came.',
  'They are in two places now, which is one more than is wise; {n} has {place}.',
  '{n} waits at {place}, and listens for company.'
]

/** The way cost something. */
export const MISHAP = [
  'The way to {place} takes its toll of {n} and does not hurry about it.',
  '{n} will carry the mark of that road past {place}.',
  '{n} gets up by stages. Between {from} and {place} there were better places to fall, and {he} missed them all.',
  '{o} helps {n} up, and neither of them calls it luck.',
  'It is not the worst that could have happened to {n} on that stretch, but it is bad enough.',
  '{n} tries {his} weight on it, finds that it will bear, and says no more.',
  '{n} is all right, or near enough to it to walk.',
  '{n} looks at what the way has done to {him} with something like respect.',
  'There is a short silence, while {n} finds out which parts of {him} still answer.',
  'Somebody less lucky than {n} would have come off worse.'
]

/** Something barred the way. */
export const BLOCKED = [
  'The way is still there. {n} is simply still on the wrong end of it.',
  '{n} is back at {place} sooner than {he} left it, or so it feels.',
  '{place} will have them a while longer.',
  '{n} measures the way with {his} eye again and likes it no better.',
  'There will be another try. {o} can tell from how {n} is looking at it.',
  'That was one try. {n} holds up a finger to {o}, so that there shall be no dispute about the number.'
]

/** Somebody with no companions left comes to a place. */
export const ALONE = [
  '{n} comes to {place}, and nobody comes after {him}.',
  'There is nobody to say it to, so {n} does not say that this is {place}.',
  '{n} comes to {place} as one comes into a room where people have stopped talking.',
  '{place}. {n} catches {himself} counting heads, and gets to one.',
  'At {place} {n} stops to let the others catch up, and then remembers.',
  '{n} stands at {place} with more room on either side than {he} [likes].',
  'The way from {from} to {place} is longer for one.',
  '{n} has got to {place}. It would have been something to tell somebody.'
]
