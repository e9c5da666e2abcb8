import type { Contradiction } from '../../../shared/contradictions'
import { DM } from '../../engine/people'
import { at, isUnreal, nameOf, type Reading } from './situation'
import { SAYS, speakerAt } from './voices'
import { type Sentence, wordsOf } from './text'

/** Actions that a player decides. A DM may narrate them only after the player chose them. */
const CHOSEN =
  /\b(?:attacks|attacked|strikes|struck|stabs|stabbed|slashes|slashed|shoots|shot|charges|charged|lunges|lunged|kills|killed|fires|fired|draws (?:his|her|their|the|an?) (?!(?:\w+ )?(?:breath|line|map|picture|circle|attention|conclusion))|drew (?:his|her|their|the|an?) (?!(?:\w+ )?(?:breath|line|map|picture|circle|attention|conclusion))|grabs|grabbed|snatches|snatched|picks up|picked up|pockets|pocketed|takes (?:the|his|her|up the|an? (?!(?:\w+ )?(?:breath|step|moment|look|turn|while|seat|pause)))|took (?:the|an?)|drinks|drank|swallows|swallowed|opens (?:the|an?|(?:his|her|their) (?!mouth|eyes|arms|hands?|lips|fist))|opened (?:the|an?)|unlocks|unlocked|kicks (?:in|open|the|down)|kicked (?:in|open|the|down)|smashes|smashed|pulls the|pulled the|pushes|pushed|climbs|climbed|jumps|jumped|leaps|leapt|runs|ran|flees|fled|bolts|dives|dived|agrees|agreed|promises|promised|swears (?:to|that|an oath)|swore (?:to|that|an oath)|accepts|accepted|refuses|refused|decides|decided|surrenders|surrendered|pays|paid|hands (?:over|the|his|her)|handed (?:over|the)|gives (?:the|his|her|him|them|up)|gave (?:the|his|her|him|them|up)|signs|signed|casts|kneels|knelt|confesses|confessed|kisses|kissed|steals|stole|follows|followed|sets off|set off|walks (?:out|off|away|up|down|into|through)|walked (?:out|off|away|up|down|into|through)|steps (?:into|through|forward|between)|stepped (?:into|through|forward|between)|lights (?:the|a|his|her)|lit (?:the|a|his|her)|rings the|rang the|cuts the|cut the|punches|punched|slaps|slapped|shoves|shoved|bursts into tears|burst into tears|weeps|wept|resolves|resolved|(?:has |had )?made up (?:his|her|their) mind|makes up (?:his|her|their) mind|dips|dipped|drains|drained|vows|vowed|chooses|chose|tears (?:up|the|it|his|her)|tore (?:up|the|it|his|her)|spits (?:at|on|in)|spat (?:at|on|in)|embraces|embraced|hugs|hugged|bows to|bowed to|threatens|threatened|throws (?:the|his|her|a|down)|threw (?:the|his|her|a|down)|drops (?:the|his|her)|dropped (?:the|his|her))\b/gi
const YOU =
  /\byou (?:agree|decide|promise|swear|accept|refuse|surrender|attack|strike|draw your|charge|grab|pocket|drink|open the|unlock|kick|pay|sign|follow|flee|run|climb|jump|hand over|kneel|confess)\b/gi

/** A quotation of this many words is more than an exclamation that colours an action. */
const LONG_QUOTE_WORDS = 4

/** What the DM makes players' characters do or say that they didn't do or say since the narration before. */
export function players(reading: Reading): Contradiction[] {
  const { entry } = reading
  if (entry.kind !== 'narration' || entry.by !== DM) return []
  return reading.text.sentences.flatMap((sentence) => {
    const contradiction = words(reading, sentence) ?? actionClaims(reading, sentence)
    return contradiction ? [contradiction] : []
  })
}

function actionClaims(reading: Reading, sentence: Sentence): Contradiction | undefined {
  const beat = { beat: reading.recent.at(-1)?.beat ?? reading.entry.beat }
  for (const { index } of sentence.said.matchAll(CHOSEN)) {
    const id = reading.subjects.before(sentence, sentence.from + index)
    if (id === undefined || !reading.people.isPlayer(id) || isUnreal(sentence, sentence.from + index) || didSomething(reading, id)) continue
    return at(reading, 'player', sentence, `${nameOf(reading, id)} did nothing of their own since the last narration.`, beat)
  }
  if (reading.recent.some(({ by, kind }) => reading.people.isPlayer(by) && (kind === 'system' || kind === 'speech'))) return undefined
  for (const { index } of sentence.said.matchAll(YOU))
    if (!isUnreal(sentence, sentence.from + index)) return at(reading, 'player', sentence, 'No player did anything since the last narration.', beat)
  return undefined
}

/** Whether somebody acted, spoke, or was part of what others did since the narration before. */
function didSomething({ recent, people, earlier }: Reading, id: string): boolean {
  const isAbout = (text: string): boolean => people.mentions(text).some((one) => one.id === id)
  const opening = earlier.every(({ kind }) => kind === 'scene' || kind === 'narration')
  return opening || recent.some((one) => one.by === id || (one.kind === 'system' && (isAbout(one.text) || one.changes?.actors?.[id] !== undefined)))
}

const SPOKEN = new RegExp(String.raw`\b(?:${SAYS})\b`, 'gi')

/** Words put into a player's mouth: a quotation given to them that they did not say in this scene. */
function words(reading: Reading, sentence: Sentence): Contradiction | undefined {
  const quotes = reading.text.quotes.filter(({ from, to }) => from >= sentence.from && to <= sentence.to)
  const long = quotes.filter((quote) => wordsOf(quote.words).length >= LONG_QUOTE_WORDS)
  if (long.length === 0) return undefined
  for (const { index, 0: verb } of sentence.said.matchAll(SPOKEN)) {
    const id = speakerAt(reading, sentence, sentence.from + index, sentence.from + index + verb.length)
    if (id === undefined || !reading.people.isPlayer(id)) continue
    const said = reading.earlier
      .filter(({ by, kind, text }) => (by === id && kind === 'speech') || (kind === 'system' && /["“]/.test(text)))
      .map(({ text }) => ` ${wordsOf(text).join(' ')} `)
    const own = long.find((quote) => !said.some((text) => text.includes(` ${wordsOf(quote.words).join(' ')} `)))
    if (own)
      return at(reading, 'player', sentence, `${nameOf(reading, id)} did not say that.`, { beat: reading.earlier.at(-1)?.beat ?? reading.entry.beat })
  }
  return undefined
}
