import { KINDS, VERBS } from './clause'

// Ways in which people say what the grammar has other words for. They apply to a whole request, whose quotes are placeholders.

const QUOTE = '\ue000\\d+\ue000'
const SAY = '(?:say|tell|ask|answer|reply|shout|whisper)'
const THING = '[\\p{L}_][\\p{L}\\d_]*'
/** A phrase, from the beginning of a step on. */
const at = (phrase: string): RegExp => new RegExp(`(^|[.;,\\n]\\s*|\\b(?:and|then|so|otherwise|else)\\s+)${phrase}`, 'giu')

const PHRASES: readonly (readonly [RegExp, string])[] = [
  // Politeness and wishes.
  [/[\s,]+(?:please|thanks|thank you)(?=[.!?]*$)/giu, ''],
  [/(?<=[^\ue000.])[!?]+$/gu, ''],
  [
    at(
      "(?:(?:please|kindly|just|can you|could you|would you|will you|i want you to|i[’']d like(?: you)? to|i would like(?: you)? to|i[’']d like|i would like|i (?:want|need) to|i (?:want|need)|we need|let[’']s)[\\s,]+)+"
    ),
    '$1'
  ],
  [new RegExp(`\\b(an?|another|the)\\s+(?:short|brief|long|quick|little|simple|small)\\s+(?=(?:new\\s+)?(?:${KINDS}|description)\\b)`, 'giu'), '$1 '],
  // Speech.
  [new RegExp(`(?<=^|[\\s,])[Hh]ave\\s+(?=\\p{Lu}[^.]{0,60}?\\s+${SAY}\\b)`, 'gu'), 'let '],
  [at(`(?:say|show|narrate|tell\\s+the\\s+(?:player|reader))\\s+(?=${QUOTE})`), '$1add content '],
  [new RegExp(`\\b(add|insert|write|put)\\s+(?:a|another|one)\\s+line\\s+(?=${QUOTE}(?!\\s+to\\b))`, 'giu'), '$1 content '],
  [/\bwhat\s+(\S+)\s+says\b/giu, 'the dialog of $1'],
  // Choices.
  [at('(?:give|offer)\\s+the\\s+(?:player|reader)\\s+(?:\\S+\\s+)?(?:options|choices|answers)\\s*[:,]?\\s*(?:to\\s+)?'), '$1add a choice between '],
  [new RegExp(`\\b(add\\s+(?:an?|another)\\s+(?:new\\s+)?option\\s+${QUOTE})$`, 'giu'), '$1 to the choice'],
  // Conditions and amounts.
  [new RegExp(`\\bthe\\s+(?:player|reader)\\s+has\\s+(?:at\\s+least\\s+)?(\\d+)(?:\\s+or\\s+more)?\\s+(${THING})`, 'giu'), '$2 is at least $1'],
  [/\bis\s+(\d+)\s+or\s+more\b/giu, 'is at least $1'],
  [/\bis\s+(\d+)\s+or\s+less\b/giu, 'is at most $1'],
  [at(`(?:when|if)\\s+([^,\ue000]+?),\\s*(?:then\\s+)?(?=(?:${VERBS})\\b)`), '$1check if $2, and if so, '],
  [at(`give\\s+the\\s+(?:player|reader)\\s+(\\d+)\\s+(${THING})`), '$1add $2 to $3'],
  [at(`(?:take|remove)\\s+(\\d+)\\s+(${THING})\\s+from\\s+the\\s+(?:player|reader)`), '$1subtract $2 from $3'],
  [at(`the\\s+(?:player|reader)\\s+(?:gets|gains|finds|receives)\\s+(\\d+)\\s+(${THING})`), '$1add $2 to $3'],
  [at(`the\\s+(?:player|reader)\\s+(?:loses|pays|spends)\\s+(\\d+)\\s+(${THING})`), '$1subtract $2 from $3'],
  [/\b(variable|number|flag|text)\s+for\s+(?:the\s+)?(?=\p{L})/giu, '$1 '],
  // The rest.
  [at('give\\s+(\\S+)\\s+the\\s+colou?r\\s+'), '$1make $2 '],
  [at('(connect|link)\\s+(.+?)\\s+back\\s+to\\b'), '$1$2 $3 to']
]

/** A request in the words of the grammar. */
export const inPlainWords = (marked: string): string => PHRASES.reduce((text, [pattern, plain]) => text.replace(pattern, plain), marked)

/** An option behind a colon is a quote: "add another option: Run away". */
export const withQuotedOption = (text: string): string =>
  text.replace(
    /^((?:please\s+)?add\s+(?:an?|another|one\s+more)\s+(?:new\s+)?(?:option|action|answer))(\s+to\s+[^":“]+?)?\s*:\s*([^"“”:]+?)\s*$/iu,
    (_, start: string, to = ' to the choice', option: string) =>
      `${start.replace(/one\s+more/i, 'another')} "${option.replace(/\.$/, '')}"${to as string}`
  )
