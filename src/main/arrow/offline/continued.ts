import type { UserRequest } from '../assistant'

/** An answer that agrees, or doesn't. Without a question, "okay" is thanks. */
export const YES = /^(?:yes|yeah|yep|sure|ok|okay|do it|do that|please do|go ahead|yes,? please)[.!]*$/i
export const NO = /^(?:no|nope|don[’']?t|no,? thanks)[.!]*$/i

/**
 * The request that a message means as the answer to the last question: "yes" to creating a name or to another spelling, a type for a variable, or the
 * number of one of several nodes. Any other message means itself.
 */
export function continued(message: string, history: UserRequest['history']): string {
  const last = history.at(-1)
  if (!last) return message
  const reply = message.trim().replace(/[.!]+$/, '')
  const asked = (): string => continued(last.message, history.slice(0, -1))
  const first = /Say “(create [^”]+)” first/.exec(last.output)?.[1]
  if (first !== undefined && YES.test(reply)) return `${first}. ${asked()}`
  const type = /^(?:(?:yes,?\s+)?(?:as\s+)?(?:an?\s+)?)(number|text|flag)$/i.exec(reply)?.[1]
  if (first !== undefined && type !== undefined) return `${first.replace(/^create a number/, `create a ${type.toLowerCase()}`)}. ${asked()}`
  const [, wrong = '', right = ''] = /There is no \w+ called “([^”]+)”\. Do you mean “([^”]+)”\?/.exec(last.output) ?? []
  if (right !== '' && YES.test(reply)) return asked().replace(wrong, () => right)
  const [, name = ''] = /\d+ nodes are “([^”]+)”: [\d, ]+\. Which one do you mean\?$/.exec(last.output) ?? []
  const node = /^(?:the\s+)?(?:node\s+|#)?(\d+)$/i.exec(reply)?.[1]
  if (name === '' || node === undefined) return message
  const request = asked()
  const at = request.toLowerCase().indexOf(name.toLowerCase())
  if (at < 0) return message
  const quote = /["“']/.test(request[at - 1] ?? '') ? 1 : 0
  return `${request.slice(0, at - quote)}node ${node}${request.slice(at + name.length + quote)}`
}
