import { useRef, type KeyboardEvent } from 'react'

/** The longest pause between letters of one typed name, in ms. */
const TYPING_MS = 800

/** Keys that are part of typing a character. */
const TYPES = /^(Shift|CapsLock|AltGraph|Dead|Compose|Process|Unidentified)$/

/** The letters that were typed to find a row. */
interface Typed {
  /** Ends the name if the key types nothing: a menu or a form may be open before the next letter. */
  follow: (event: KeyboardEvent) => void
  /** Whether a name is being typed. Uses the time of the key press: in a busy window letters of a word must not become commands. */
  isTyping: (event: KeyboardEvent) => boolean
  /** The name so far, with this key; undefined if the key isn't part of one. A name begins with a letter: digits switch views, a full stop plays a step. */
  withKey: (event: KeyboardEvent) => string | undefined
}

/** Follows the typing of a name in a list. */
export function useTyped(): Typed {
  const typed = useRef({ text: '', at: 0 })
  const isTyping: Typed['isTyping'] = ({ timeStamp }) => typed.current.text !== '' && timeStamp - typed.current.at < TYPING_MS
  return {
    follow: ({ key }) => {
      if (key.length > 1 && !TYPES.test(key)) typed.current.text = ''
    },
    isTyping,
    withKey: (event) => {
      const { key, timeStamp } = event
      const isPart = isTyping(event) || /\p{L}/u.test(key)
      if (key.length !== 1 || !isPart || event.ctrlKey || event.metaKey || event.altKey) return undefined
      typed.current = { text: isTyping(event) ? typed.current.text + key : key, at: timeStamp }
      return typed.current.text
    }
  }
}

/** The next name that begins with a text, from `at` on and around; -1 if there is none. A single letter starts at the following one. */
export function nameBeginning(names: readonly string[], at: number, text: string): number {
  const wanted = text.toLowerCase()
  const first = wanted.length > 1 ? 0 : 1
  const order = names.map((_, i) => (Math.max(0, at) + first + i) % names.length)
  return order.find((i) => names[i]?.toLowerCase().startsWith(wanted)) ?? -1
}
