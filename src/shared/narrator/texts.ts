import { isObject, type Json } from '../base/json'

/** Tags, comments and entities of HTML. */
const HTML = /<\/?[a-z][a-z0-9-]*(?:\s[^<>]*)?\/?>|<!--|&(?:[a-z]{2,8}|#\d{1,7}|#x[0-9a-f]{1,6});/i

/** A forbidden text or key: HTML, or a name that programs reserve. `keys` is its path. */
export interface ForbiddenText {
  what: 'html' | 'reserved'
  keys: string[]
  message: string
}

/** Finds HTML and reserved keys anywhere in a value, and removes the reserved keys before the schemas read it. */
export function forbiddenTexts(value: Json): ForbiddenText[] {
  const found: ForbiddenText[] = []
  const keys: string[] = []
  const checkTags = (text: string): void => {
    const tag = text.includes('<') || text.includes('&') ? HTML.exec(text)?.[0] : undefined
    if (tag === undefined) return
    found.push({ what: 'html', keys: [...keys], message: `“${tag.slice(0, 40)}” is HTML, which is shown as it stands. Write plain text.` })
  }
  const visitAt = (key: string, at: Json, isName: boolean): void => {
    keys.push(key)
    if (isName) checkTags(key)
    visit(at)
    keys.pop()
  }
  const visit = (at: Json): void => {
    if (typeof at === 'string') checkTags(at)
    else if (Array.isArray(at)) at.forEach((one, i) => visitAt(String(i), one, false))
    else if (isObject(at)) {
      for (const key of Object.keys(at)) {
        if (key !== '__proto__') visitAt(key, at[key] ?? null, true)
        else {
          Reflect.deleteProperty(at, key)
          found.push({ what: 'reserved', keys: [...keys, key], message: '`__proto__` is not a name for anything: programs reserve it.' })
        }
      }
    }
  }
  visit(value)
  return found
}
