/** Moving about. Slots: all (those who came, as a list), n…, o…, place (where they are), from (where they were), way (another way on). */

/** They come to a place that is new to them; a piece of its description follows. */
export const ARRIVED = [
  'They come to {place} in the order they always walk in, {n} last.',
  '{all} come to {place}.',
  '{n} points: {place}. {o} had been about to.',
  '{n} is the first to get to {place}.',
  '{from} [r:is] behind them now, and here [p:is] {place}.',
  'So this is {place}. {n} takes it in without a word.',
  'The way from {from} ends, as promised, at {place}.',
  '{o} counts heads out of habit. Nobody has been lost between {from} and {place}.',
  'It is {n} who leads the way to {place}, and {o} who comes last.',
  '{all} stand close together at the edge of {place}.',
  'They left {from} talking. They come to {place} without a word.',
  'The last of {from} drops out of sight, and {place} [p:begins].',
  'They arrive at {place} with the sound of {from} still in their ears.'
]

/** They come back to a place they know. */
export const RETURNED = [
  'They are back at {place}, and {n} finds the spot where {he} stood before.',
  '{place} [p:has] not moved while they were gone, though {o} looks at it as if it might have.',
  '{all} come back to {place} by the way they left it.',
  'It is odd how much smaller {place} [p:is] the second time.',
  'At {place} everything is where they left it, which {n} counts as a welcome.',
  '{from} [r:lets] them go, and {place} [p:takes] them back.',
  'They know {place} by now, and {n} knows where to put {his} feet.',
  'So it is {place} once more, and {all} have one more road behind them.'
]

/** One went on alone, or only some did. */
export const SPLIT = [
  '{n} is at {place} by now, and the others are not.',
  '{place} [p:is] a poor place to be alone in, and {n} is alone in it.',
  '{n} looks back from {place} for the others, and there is only the way {he} came.',
  '{n} waits at {place}, and listens for company.'
]

/** The way cost something. */
export const MISHAP = [
  '{n} will carry the mark of that road past {place}.',
  '{o} helps {n} up, and neither of them calls it luck.',
  'It is not the worst that could have happened to {n} on that stretch, but it is bad enough.',
  '{n} tries {his} weight on it, finds that it will bear, and says no more.',
  '{n} is all right, or near enough to it to walk.',
  'There is a short silence, while {n} finds out which parts of {him} still answer.'
]

/** Something barred the way. */
export const BLOCKED = [
  '{n} is back at {place} sooner than {he} left it, or so it feels.',
  '{n} measures the way with {his} eye again and likes it no better.',
  'There will be another try. {o} can tell from how {n} is looking at it.'
]

/** Somebody with no companions left comes to a place. */
export const ALONE = [
  '{n} comes to {place}, and nobody comes after {him}.',
  'There is nobody to say it to, so {n} does not say that this is {place}.',
  '{place}. {n} catches {himself} counting heads, and gets to one.',
  'At {place} {n} stops to let the others catch up, and then remembers.',
  'The way from {from} to {place} is longer for one.'
]
