/** Spells, holds, help, and encounters. Slots: n… (the actor), m… (the target), o…, foe, place, all. */

/** A spell worked. */
export const CAST = [
  '{n} shuts the book on {his} thumb. It worked, and {he} [looks] as if {he} would rather not know why.',
  'The light at {place} is a shade to one side of where it was before {n} read.',
  '{n} has read it aloud, and {place} [p:has] listened, which is the frightening part.',
  '{o} looks at the book in the hands of {n}, and then at {n}.',
  'It smells of hot dust for a moment, and {n} lets {his} breath go.',
  '{n} turns the page over and lays {his} hand flat on it, so that no more comes out.',
  'Nobody at {place} had ever seen {n} do that, and {n} is as surprised as anybody.',
  '{ns} lips go on moving for a while after the words are done.',
  'The words have gone out of {n}, and something of {n} has gone with them.',
  '{n} sways. {o} pretends to have put out that arm for another reason.'
]

/** A spell went wrong. */
export const MISFIRED = [
  '{n} looks at the page, and the page, so to speak, at {n}.',
  'That was not the line that {n} meant to read. {place} [p:rings] with it all the same.',
  '{o} takes a step away from {n} and the book, in that order.',
  'It has come out wrong. {n} can tell by the taste.',
  'Whatever {n} called, something else came, looked round {place}, and went.',
  '{n} shakes {his} hand as if it were wet.',
  'There is a word on {ns} tongue that {he} cannot spit out.',
  '{n} drops the book, and it falls open at another page.'
]

/** Somebody of the party got hold of a foe. */
export const SEIZED = [
  '{n} and {m} lean together like two drunks, and only one of them wants to.',
  '{n} drags {m} a yard across {place} and holds {mhim} still.',
  '{n} has {m} by both arms, and looks round for somebody to make use of it.',
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
  'There is no more room round {n} than {m} allows.',
  '{n} learns how strong {m} is, all the way round.',
  'There is {m}, and somewhere in the middle of {m} there is {n}.'
]

/** Somebody fallen, held or burning was helped. */
export const LIFTED = [
  '{m} looks up at {n} as if it were any other morning.',
  '{n} is not gentle about it, but {n} is quick, and {m} is the better for it.',
  'There is not much of a thank you in {m}, but {n} has it.',
  '{m} will live. {n} looks twice, to make sure.',
  '{n} keeps a hand on {m} longer than the work needs.',
  '{o} looks away while {n} sees to {m}; it is nothing to watch.',
  '{m} has the grip of somebody who has been a long way off. {n} lets it stay.',
  '{n} counts the breaths of {m}, and stops counting at a number that will do.',
  'It is {ns} blood as well by now, or looks like it; {m} does not mind whose.',
  '{m} tries a smile. It is not much of one yet, and it will do.'
]

/** Somebody tore loose or put the flames out. */
export const LOOSE = [
  '{n} is out of it, and {he} [has] left some skin there.',
  '{n} puts a yard of {place} between {himself} and that, and then another.',
  'There is a good deal of air round {n} again, and {he} [uses] it.',
  '{n} feels over {his} arms to see that both came along.',
  '{n} is loose, and takes a moment to believe it.',
  '{n} comes up gasping at the far side of {place}.'
]

/** Somebody who roams has come. */
export const CAME = [
  '{place} [p:was] not empty before, but it is fuller now.',
  'Nobody at {place} had thought of anybody else being about. Somebody is.',
  '{o} has a hand on something solid until it is plain who that is.',
  'There is more coming and going at {place} than {o} had been told of.',
  'At {place}, company is a thing to look at twice, and {o} does.',
  'They stand at {place} and look at each other, as one does at a ford.'
]
