import { literals, nameIn, nodeName, VERBS, withoutQuotes, type Reader } from './clause'
import { COLOR, colorDigits } from './colors'
import type { RequestStep } from './steps'

// Readers of edits to existing nodes.

/** An entry and its owner, which is the scene by default. */
const ENTRY =
  "(?:(scene|project|document|story|game)(?:[’']s)?\\s+)?(?:entry|start)(?:\\s+(?:node|point))?(?:\\s+of\\s+(?:the\\s+|this\\s+)?(scene|project|document|story|game))?"
const entry = (what: string | undefined, of: string | undefined, quotes: readonly string[]): RequestStep => ({
  do: 'entry',
  what: nodeName(what, quotes),
  of: of === undefined || of.toLowerCase() === 'scene' ? 'scene' : 'document'
})

/** "Make the dialog playable" is about an existing dialog. */
const playable: Reader = [
  /^(?:make|set|mark)\s+(.+?)\s+(?:as\s+|to\s+be\s+)?(not\s+|un)?playable$/is,
  ([, what, not], quotes) => ({ do: 'playable', what: nodeName(what, quotes), isOn: not === undefined })
]

/** A replacement text for a node, or for one of its lines. */
const text = (what: string | undefined, to: string | undefined, quotes: readonly string[]): RequestStep | undefined => {
  const [only, ...more] = literals(to ?? '', quotes)
  return only === undefined || more.length > 0 || withoutQuotes(to ?? '') !== '' ? undefined : { do: 'text', what: nodeName(what, quotes), to: only }
}

/** Somebody may be called Skip: what they say is no skip. */
const skip =
  (isOn: boolean): Reader[1] =>
  ([, what], quotes) => ({ do: 'skip', what: nodeName(what, quotes), isOn })

const colored = (what: string | undefined, word = '', quotes: readonly string[] = []): RequestStep => ({
  do: 'color',
  what: nodeName(what, quotes),
  color: colorDigits(word),
  word
})

export const EDIT_READERS: readonly Reader[] = [
  playable,
  [/^(?:unskip|no\s+longer\s+skip|(?:don[’']?t|do\s+not|stop)\s+skip(?:ping)?)\s+(.+)$/is, skip(false)],
  [/^skip\s+(?!(?:says|asks|answers|replies|shouts|whispers)\b)(.+)$/is, skip(true)],
  [
    new RegExp(
      `^(?:(?:make|colou?r|paint)\\s+(.+?)\\s+(?:in\\s+)?|(?:set|change|make)\\s+the\\s+colou?r\\s+of\\s+(.+?)\\s+(?:to\\s+)?)(${COLOR})$`,
      'is'
    ),
    ([, made, changed, word], quotes) => colored(changed ?? made, word, quotes)
  ],
  [
    /^(?:delete|remove)\s+(?:the\s+)?(?:(?:option|action|answer)\s+(?!(?:of|with|by|from)\b)(.+?)|(?:choice|line)\s+(\ue000\d+\ue000))(?:\s+(?:from|of)\s+(.+))?$/is,
    ([, option, line, of], quotes) => ({ do: 'less', option: nameIn(option ?? line, quotes), ...(of !== undefined && { of: nodeName(of, quotes) }) })
  ],
  [
    new RegExp(
      `^(?:(?:make|mark|use)\\s+(.+?)\\s+(?:as\\s+|to\\s+be\\s+)?|set\\s+(.+?)\\s+(?:as|to\\s+be)\\s+)(?:the\\s+|an?\\s+)?(?:new\\s+)?${ENTRY}$`,
      'is'
    ),
    ([, made, set, first, second], quotes) => entry(made ?? set, first ?? second, quotes)
  ],
  [
    new RegExp(`^(?:set|move|change|put)\\s+(?:the\\s+)?${ENTRY}\\s+(?:to|at|on)\\s+(.+)$`, 'is'),
    ([whole, first, second, what = ''], quotes) =>
      // "Set entry to 5" may be about a variable.
      /^set\s+(?:entry|start)\s+to\s+-?\w+$/i.test(whole) ? undefined : entry(what, first ?? second, quotes)
  ],
  [
    /^(?:start|begin)\s+(?:the\s+|this\s+)?(scene|project|document|story|game)\s+(?:at|with|from|by)\s+(.+)$/is,
    ([, of, what], quotes) => entry(what, of, quotes)
  ],
  [
    /^(?:change|replace|rewrite|edit|reword)\s+(?:the\s+)?(?:(?:text|words|wording)\s+of\s+|(?:line|option|action|text)\s+(?=\ue000))?(?:the\s+)?(.+?)\s+(?:to\s+(?:say\s+|read\s+)?|with\s+|by\s+|into\s+|as\s+|so\s+that\s+it\s+says\s+)(\ue000\d+\ue000)$/is,
    ([, what, to], quotes) => text(what, to, quotes)
  ],
  [
    /^add\s+(?:the\s+|an?\s+|another\s+)?(?:new\s+)?(?:option|action|choice|answer|line)\s+(\ue000\d+\ue000)\s+to\s+(.+)$/is,
    ([, option, what], quotes) => ({ do: 'option', what: nodeName(what, quotes), text: nameIn(option, quotes) })
  ]
]

/** A speaker with a line. Used last, because other requests may begin or end like this. */
export const SPEECH_READERS: readonly Reader[] = [
  [
    /^(?:let|make|have)\s+(.+?)\s+(?:say|tell|ask|answer|reply|shout|whisper)s?\s*[,:]?\s+(\ue000\d+\ue000)$/is,
    ([, who, line], quotes) => said(who, line, quotes)
  ],
  [/^(.+?)\s+(?:says|asks|answers|replies|shouts|whispers)\s*[,:]?\s+(\ue000\d+\ue000)$/is, ([, who, line], quotes) => said(who, line, quotes)],
  [/^([^\ue000:]{1,60}):\s*(\ue000\d+\ue000)$/isu, ([, who, line], quotes) => said(who, line, quotes)]
]

const NO_NAME = new RegExp(`^(?:${VERBS})\\b|\\b(?:where|that|with)\\b`, 'i')

/** A speaker's line. Words before the name, such as "add a dialog where", belong to other readers. */
function said(who: string | undefined, line: string | undefined, quotes: readonly string[]): RequestStep | undefined {
  const name = nameIn(who, quotes)
  return name === '' || !/^\p{Lu}[^,;]{0,59}$/u.test(name) || NO_NAME.test(name)
    ? undefined
    : { do: 'dialog', who: name, lines: [nameIn(line, quotes)], about: name }
}
