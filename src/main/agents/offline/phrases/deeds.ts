/** Spells, holds, helping hands, and who comes along. Slots: n… (who acted), m… (whom it met), o…, foe, place, all. */

/** A spell worked. */
export const CAST = [
  '{n} shuts the book on {his} thumb. It worked, and {he} [looks] as if {he} would rather not know why.',
  'The light in {place} is a shade to one side of where it was before {n} read.',
  '{n} has read it aloud, and {place} has listened, which is the frightening part.',
  '{o} looks at the book in the hands of {n}, and then at {n}.',
  'It smells of hot dust for a moment, and {n} lets {his} breath go.',
  '{n} turns the page over and lays {his} hand flat on it, so that no more comes out.',
  'Nobody at {place} had ever seen {n} do that. {n} had not either.',
  '{ns} lips go on moving for a while after the words are done.',
  'The words have gone out of {n}, and something of {n} has gone with them.',
  '{n} sways. {o} pretends to have put out that arm for another reason.'
]

/** A spell went wrong. */
export const MISFIRED = [
  '{n} looks at the page, and the page, so to speak, at {n}.',
  'That was not the line {n} meant to read. {place} rings with it all the same.',
  '{o} takes a step away from {n} and the book, in that order.',
  '{n} has said it wrong. {he} [knows] by the taste.',
  'Whatever {n} called, something else came, looked round {place}, and went.',
  '{n} shakes {his} hand as if it were wet.',
  'There is a word on {ns} tongue that {he} cannot spit out.',
  '{n} drops the book, and it falls open at another page.'
]

/** Somebody of the party got hold of a foe. */
export const SEIZED = [
  '{n} and {m} lean together like two drunks, and only one of them wants to.',
  '{n} drags {m} a yard across {place} and holds {mhim} still.',
  '"Now," says {n} into the ear of {m}, to everybody else.',
  '{n} holds on. It is the whole of what {he} [does], and it is a good deal.',
  '{m} looks for {mhis} arms and finds {n} on them.',
  '{o} sees what {n} has done and knows that it will not keep.',
  '{n} has {his} cheek against {m} and {his} eyes shut.',
  'For once {m} stays where {mhe} [m:is] put, and it was {n} who put {mhim} there.'
]

/** A foe has got hold of one of the party. */
export const CAUGHT = [
  '{n} is not where {he} would choose to be, which is in the arms of {m}.',
  '{m} has {n}, and folds up round {him}.',
  '{n} kicks at {place} and does not reach it.',
  'All that {o} can see of {n} is one hand, opening and closing.',
  '{m} holds {n} as one holds a thing one means to keep.',
  '"It has got me," {n} says, quite calmly, because it has.',
  '{n} learns how strong {m} is, all the way round.',
  'There is {m}, and somewhere in the middle of {m} there is {n}.'
]

/** Somebody fallen, held or burning was helped. */
export const LIFTED = [
  '{m} looks up at {n} and asks what the time is.',
  '{n} says something short to {m}, and it is a kind word, for {n}.',
  'There is not much of a thank you in {m}, but {n} has it.',
  '{m} will live. {n} says so twice, once for {m} and once for {himself}.',
  '{n} keeps a hand on {m} longer than the work needs.',
  '{o} looks away while {n} sees to {m}; it is nothing to watch.',
  '{m} has the grip of somebody who has been a long way off. {n} lets it stay.',
  '{n} counts the breaths of {m}, and stops counting at a number that will do.',
  'It is {ns} blood as well by now, or looks like it; {m} does not mind whose.',
  '{m} tries a joke. {n} does not hear it out.'
]

/** Somebody tore loose or put the flames out. */
export const LOOSE = [
  '{n} is out of it, and {he} [has] left some skin there.',
  '{n} puts a yard of {place} between {himself} and that, and then another.',
  'There is a good deal of air round {n} again, and {he} [uses] it.',
  '{n} feels over {his} arms to see that both came along.',
  '"Loose," says {n}, as if somebody had asked.',
  '{n} comes up gasping at the far side of {place}.'
]

/** Somebody who roams has come. */
export const CAME = [
  '{place} was not empty before, but it is fuller now.',
  'Nobody in {place} had thought of anybody else being about. Somebody is.',
  '{o} has a hand on something solid until it is plain who that is.',
  'There are more people under the hill than one is told, thinks {o}.',
  'In {place}, company is a thing to look at twice, and {o} does.',
  'They stand in {place} and look at each other, as one does at a ford.'
]
