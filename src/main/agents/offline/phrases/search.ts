/**
 * After a search. Slots: n, ns, he, his, him (who searched), o, ohe, ohis (somebody watching), item (what was found), place,
 * feature (something else here). `[looks]` agrees with he, `[o:looks]` with ohe.
 */

/** Something to carry was found. */
export const FOUND_ITEM = [
  '{n} finds a place for {item} in {his} pack, and {place} [p:is] the poorer for it.',
  '{n} holds {item} up so that {o} can see it is real.',
  '{n} wipes {item} on {his} sleeve and finds that most of the dirt belongs there.',
  '{n} stands up with {item} and with dust to the elbow.',
  '{o} thinks of the price of {item}, and {n} of the use.',
  '{n} finds room for {item} among what {he} already [carries], which takes some arguing with the straps.',
  '{n} comes back with {item}, and {o} makes room to see it.',
  '{n} looks about for somebody who might miss {item}, and keeps it.',
  'Between them {n} and {o} find {item} a better home in a pack than on the ground.',
  '{n} blows the grit off {item} and keeps {his} opinion to {himself}.',
  '{n} weighs {item} in {his} hand, and looks from there to {feature}.'
]

/** Something was learnt, and it has just been said aloud in the log. */
export const FOUND_FACT = [
  'It is {n} who has found it. {he} [stays] crouched there a while after there is nothing left to see.',
  '{o} comes over, looks where {n} is pointing, and stops talking.',
  'It had been there for anybody to find. {n} is the first to look.',
  'Nobody touches anything at {place} for a while after {n} has touched that.',
  '{n} checks a second time, in the hope of being wrong.',
  '{n} moves aside, so that {o} can see it too.',
  '{n} comes away rubbing {his} hands, as if what {he} [has] learnt could be got off with friction.',
  '{o} looks at what {n} has found, and looks away again.',
  '{n} lets the others come and see for themselves, one after another, as at a wake.',
  '{n} dusts off {his} knees. There is no dusting off what {he} [has] just seen.',
  'None of them says anything. All of them are thinking the same.',
  '{n} goes over it once more from the beginning, for {o}, who was looking at {feature}.'
]

/** A whole place was gone over and something new came to light. */
export const EXPLORED = [
  'It is {n} who notices {feature}, and {o} who pretends to have noticed it first.',
  '{n} points out {feature}. After that nobody can look at {place} without seeing it.',
  'There is more to {place} than the first look owned to; {feature}, for one.',
  'One could have seen {feature} all along, from where nobody stands.',
  '{n} has found {feature}, and steps aside to let {o} see.',
  'Slowly, under {ns} eye, {place} [p:stops] being one thing and becomes several, {feature} among them.',
  'Not much at {place} might be of use, but {n} has an eye on {feature}.'
]
