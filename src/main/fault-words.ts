/**
 * Messages of the language's own errors that only say something about our code. Every other message may quote a story, a model, a key or a path, as
 * JSON.parse does, so it is left out; the stack tells where it came from.
 */
const MESSAGES_ABOUT_CODE: readonly RegExp[] = [
  /^Cannot (?:read|set) properties of (?:undefined|null)/,
  /^Cannot convert undefined or null to object/,
  /^[\w$.]+(?:\(\.{3}\))? is not (?:a function|a constructor|defined|iterable)/,
  /^Cannot access '[\w$]+' before initialization/,
  /^Assignment to constant variable/,
  /^Maximum call stack size exceeded/,
  /^Invalid (?:array|string|typed array) length/,
  /^Array buffer allocation failed/,
  /^(?:Failed to fetch|Importing) (?:a )?(?:dynamically imported )?module/
]

/** The most frames of a stack that are kept, and the most causes that are followed. */
const MAX_FRAMES = 20
const MAX_CAUSES = 3

/** A frame of V8, and one of Firefox and Safari: the function, the file, line and column. */
const FRAMES: readonly RegExp[] = [/^\s*at (?:(.*?) \()?(?:async )?([^()]*?):(\d+):(\d+)\)?$/, /^([^@]*)@(.*?):(\d+):(\d+)$/]

/** An error as it came from a window or a thread. */
interface Fault {
  name: string
  message: string
  stack: string
  code: string
  cause: unknown
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

function faultOf(thrown: unknown): Fault {
  if (typeof thrown !== 'object' || thrown === null) return { name: typeof thrown, message: '', stack: '', code: '', cause: undefined }
  const { name, message, stack, code, cause } = thrown as Record<string, unknown>
  return { name: textOf(name), message: textOf(message), stack: textOf(stack), code: textOf(code), cause }
}

/** A file of our code without the folders above it. */
const shortFile = (file: string): string =>
  /^node:[\w/]+$/.exec(file)?.[0] ?? /(?:.*[\\/])?((?:out|src)[\\/].*)/.exec(file)?.[1]?.replaceAll('\\', '/') ?? file.split(/[\\/]/).pop() ?? ''

function frameWords(line: string): string | undefined {
  const [, name = '', file = '', row, column] = FRAMES.map((frame) => frame.exec(line)).find((found) => found !== null) ?? []
  if (row === undefined) return undefined
  const isName = /^(?:async |new )*[\w$.#<>/]{1,80}$/.test(name)
  return `  at ${isName ? `${name} ` : ''}${shortFile(file)}:${row}:${column}`
}

/** An error as lines for the log: kind, code and stack. By construction it has no text of a story or a model, no key, no path outside the app. */
export function faultWords(thrown: unknown, causes = 0): string {
  const { name, message, stack, code, cause } = faultOf(thrown)
  const kind = /^[A-Za-z]{1,60}$/.test(name) ? name : 'Error'
  const known = MESSAGES_ABOUT_CODE.map((pattern) => pattern.exec(message)?.[0]).find((words) => words !== undefined)
  const about = [/^[A-Za-z][\w-]{0,60}$/.test(code) ? code : '', known ?? ''].filter(Boolean).join(', ')
  const frames = stack.split('\n').flatMap((line) => frameWords(line) ?? [])
  const words = [`${kind}${about && ` (${about})`}`, ...frames.slice(0, MAX_FRAMES)].join('\n')
  return cause === undefined || causes >= MAX_CAUSES ? words : `${words}\n  caused by ${faultWords(cause, causes + 1)}`
}
