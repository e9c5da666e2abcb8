/** Opening and closing. Slots: all, n…, o…, place, goal, aim, title, feature, way, count. */

/** How a scene without an authored opening begins. */
export const OPENING = [
  'They take stock at {place}: {all}, what they carry, and what they owe each other.',
  'It is at {place} that {all} take it up again.',
  '{place} [p:has] them still: {all}, none of them rested.',
  '{all} have got as far as {place}, and the day has got ahead of them.',
  'Some way into it now, {all} are at {place} and of two minds.',
  'Here is where they stand: {all}, at {place}, with the rest of it still to do.',
  'Nothing has happened at {place} for the length of a meal, and {all} have made it last.',
  '{n} is the one to get up first. {place} [p:has] that effect on {him}. {o} follows, as one does.',
  'There are {count} of them at {place}, counting from {n}, and nobody else to do it.',
  '{all} have left things unfinished, and at {place} they can feel it at their backs.',
  'At {place} nothing much has changed for a while. {all} are about to spoil that.',
  'They begin again from {place}: {all}, like people who have tried everything nearer.',
  'At {place} {n} has stopped to think, and has not thought of anything better.',
  '{n} gets {his} breath back at {place}. It takes as long as it takes.',
  'So far, and no farther yet: {n} stands at {place} and looks at the ways out of it.',
  '{place} again, or still. {n} gives {his} boots a look, and they will have to do.'
]

/** How a scene that goes on with the same aim begins. */
export const RESUMED = [
  'It is no nearer to being done. {all} are at {place}, and still have to {aim}.',
  'They give themselves as long at {place} as it takes to mend a strap. After that they still have to {aim}.',
  '{all} begin over from {place}. The task has not changed: {aim}.',
  'What was left undone is still there to do: {aim}. They begin at {place}.',
  '{place}, and a second wind, of sorts. {all} have come to {aim}, and mean to.',
  'Nobody has said that they should give it up. So {all} stand at {place}, and think again about how to {aim}.',
  'If they are to {aim}, they had better not grow old at {place} first.',
  'They go on, since going back is no shorter: {all}, from {place}, to {aim}.',
  'At {place} it is the same as before: they have to {aim}. Nobody had promised that it would be quick.',
  'They have yet to {aim}. At {place} {n} ties {his} laces for it.'
]

/** Outcomes: the aim was reached. */
export const DONE = [
  '{all} have done what they set out to do, and {place} saw them do it.',
  'It is done, at {place}, by {all}, and it takes some believing.',
  'They set out to {aim}, and they have; {n} is still surprised.',
  'It ends at {place} better than {n} feared and not as {o} planned.',
  'That was the thing itself, over and done with. {all} stand about at {place} getting used to it.',
  'That much is behind them. {all} stay at {place} for as long as it takes to believe it.',
  '{o} looks at {n}, and {n} nods. There is nothing more to be said about it at {place}.',
  'So it could be done. At {place} nobody had been sure of that until now.',
  'What {all} had in front of them at {place} they have behind them now.'
]

/** Outcomes: time ran out on it. */
export const UNDONE = [
  '{all} get no further for now than {place}, and the matter stays where it is.',
  'They leave it there for the time being: {all}, at {place}, with more to do than before.',
  'It is not finished. {n} marks {place} in {his} mind as where they stopped.',
  'That is as far as it goes, for now: {place}, and the thing undone.',
  'They have come as far as {place}. They have not come far enough.'
]

/** Outcomes: they ran. */
export const FLED = [
  '{all} are alive, and elsewhere; the rest of it will have to be seen to by somebody braver, or by themselves, later.',
  'They have been driven off as far as {place}, and {n} does not want it called anything else.',
  '{n} leads them out of it, if running first is leading. They stop at {place}.'
]

/** Outcomes: nobody is left standing. */
export const FALLEN = [
  'There is nobody left at {place} to say how it ended.',
  'Nobody stands up again at {place}. {all} have gone as far as they will go.',
  '{all} lie at {place}, and it is quiet there.'
]

/** Aims of a scene that follows no story. The slot is filled with what the place holds. */
export const AIMS = [
  'Find out what {place} still has to tell',
  'See to {feature}, and be gone from {place}',
  'See what lies beyond {place}, toward {way}',
  'Take stock at {place} and choose the next road',
  'Go by way of {way} and come to {goal}',
  'Make ready at {place} for what comes'
]

/** Titles of scenes that follow no story. */
export const TITLES = [
  'A halt at {place}',
  'The hours at {place}',
  'Between {place} and {way}',
  '{n} keeps watch',
  'The way by {way}',
  '{o} has an idea',
  'Still at {place}'
]

/** Titles of a scene that goes on with a story: `title` is the story event's. */
export const TITLES_ON = [
  '{title}, from {place}',
  '{title}, again',
  '{title}, continued',
  '{title}, by way of {place}',
  '{title}: a second try',
  '{title}, and no nearer'
]

/** Somebody is met: `looks` is what anybody can see of them. */
export const MEETING = [
  '{npc} is here: {looks}.',
  'Here, too, is {npc}, {looks}.',
  'They are not alone at {place}. There is {npc}: {looks}.',
  'The first thing {n} sees is {npc}, {looks}.',
  '{o} nudges {n} and nods toward {npc}: {looks}.',
  'And there is {npc}, {looks}.',
  'At {place} there is also {npc}, {looks}.'
]

/** One of the party is shown: `looks`, and `want` as a small phrase. */
export const PORTRAIT = [
  '{n} is {looks}. What {he} [wants]: {want}.',
  'To look at, {n} is {looks}. Ask what {he} [wants] and it is this: {want}.',
  '{n}, {looks}, has come for one thing: {want}.',
  'There is {n}: {looks}. {n} wants {want}.',
  'As for {n}, {looks}, {he} [wants] {want}.'
]

/** What one of the party wants by now, who has been shown before: `want` as a small phrase. */
export const WANTS_NOW = [
  'What {n} wants by now is this: {want}.',
  'It is not the same with {n} as it was. What {he} [wants] is {want}.',
  'Ask {n} what {he} [wants] today, and it is this: {want}.'
]

/** Where they are, after an opening that does not say it. */
export const SETTING = [
  '{all} are at {place}.',
  'This is {place}, then.',
  'For the moment they are no farther than {place}: {all}.',
  'They begin at {place}.',
  'It begins at {place}, with {all} and no plan to speak of.',
  'Where they stand is {place}.',
  'But first there [p:is] {place}, and {all} in the middle of it.',
  'Meanwhile {all} are still at {place}.',
  '{place} [p:is] where it finds {all}.',
  'All this is as true at {place} as anywhere. {n} pulls a strap tight.',
  'At {place} {n} looks at {o}, and {o} gets up.',
  'So much is known, at {place}, to {all}.'
]

/** Outcomes: cut off by danger. */
export const CUT = [
  '{foe} has seen them. That puts an end to whatever {all} had in mind.',
  '{all} have come as far as {place}, and {foe} has got there first.',
  'There will be no talking their way past {foe}; {n} can see that from here.',
  '{foe} moves, at {place}, and the rest of what they meant to do will have to wait.'
]

/** Titles of a scene that opens on a fight. */
export const TITLES_FIGHT = ['{foe}', 'What lives at {place}', '{foe} at {place}', '{foe}, who was there first']

/** Told when the last of the party is down. */
export const LAST = [
  'There is no one at {place} any more to hear what happens next.',
  'Nobody gets up. {place} [p:gives] them every chance.',
  'It is very quiet at {place}. {all} would have had something to say about it.'
]

/** Outcomes for one who is left alone. */
export const UNDONE_ALONE = [
  '{n} has come as far as {place}, alone, and it is not far enough.',
  '{n} sits down at {place}. There is nobody to ask whether to go on.',
  'It is not finished, and there is only {n} left to finish it.'
]

/** Outcomes: something larger has come up first. */
export const OVERTAKEN = [
  'They did not get to {aim}. Something else has come up, at {place}, and it cannot wait.',
  '{all} came to {aim}. It turns out that this can be left for later.',
  'Events have gone past them. {all}, at {place}, hurry to catch up.',
  'Nobody asks any more whether {all} managed to {aim}. There is a newer question.'
]
