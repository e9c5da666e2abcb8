import { isDeeper } from './is-deeper'
import { equal, isObject, own } from './json'
import { choicesCalled, choicesMeant, foldedName, foldedWords, meansAll, meantFlag, type Choices } from './meant'
import { clipped } from '../words/clipped'

/**
 * What a value may be: the parts of a JSON Schema by which a near miss can be understood, with three additions. `labels`: names of the choices; in a
 * text without choices, names that it may mean.
 * `isName`: a text that is the id of somebody, if it names somebody. `isSlug`: a name in lower case words joined by dashes. `isNote`: the path of a note. `json`: a text
 * that holds JSON of that form.
 */
export interface Form {
  readonly type?: string
  readonly enum?: readonly string[]
  readonly const?: unknown
  readonly labels?: Readonly<Record<string, string>>
  readonly isName?: true
  readonly isSlug?: true
  readonly isNote?: true
  readonly json?: Form
  readonly items?: Form | false
  readonly prefixItems?: readonly Form[]
  readonly properties?: Readonly<Record<string, Form>>
  /** The form of one field by the text in another. */
  readonly choose?: { readonly by: string; readonly field: string; readonly forms: Readonly<Record<string, Form>> }
  readonly required?: readonly string[]
  readonly additionalProperties?: boolean | Form
  readonly anyOf?: readonly Form[]
  readonly oneOf?: readonly Form[]
  readonly $ref?: string
  readonly $defs?: Readonly<Record<string, Form>>
}

/** A value in the form that was asked for, as far as its meaning is clear. */
export interface Understood {
  value: unknown
  /** What was understood, in one sentence for each kind; empty if the value already had the form. */
  words: string
  /** The question to ask, because a text may mean several choices. */
  question?: string
}

/** The deepest value that is read. */
const MAX_DEPTH = 250
/** The maximum number of characters of a value in a sentence, and of things that a sentence names. */
const MAX_SHOWN = 60
const MAX_NAMED = 6
/** The longest text that may name several choices. */
const MAX_CHOICE = 2000

/**
 * Understands a value from a model that nearly has a form: a display name for an id, a text for a list, JSON as text, "5" for 5, null for nothing,
 * keys that the form doesn't have. `names`: names by id for the texts that are ids of somebody. Whatever isn't clear stays as it is, so the result
 * still has to be checked. Pure; never throws.
 */
export function understand(form: Form, input: unknown, names: Readonly<Record<string, string>> = {}): Understood {
  if (isDeeper(input, MAX_DEPTH)) return { value: input, words: '' }
  const reading = new Reading(form.$defs ?? {}, names)
  const value = reading.read(form, input, '', 0)
  return { value, words: reading.words(), ...(reading.question === undefined ? {} : { question: reading.question }) }
}

/** The text without the code fence around it. */
export function unfenced(text: string): string {
  const whole = text.trim()
  if (whole.length < 6 || !whole.startsWith('```') || !whole.endsWith('```')) return text
  return whole
    .slice(3, -3)
    .replace(/^[\w-]*\s/, '')
    .trim()
}

class Reading {
  readonly #read: string[] = []
  readonly #left: string[] = []
  question: string | undefined

  constructor(
    private readonly defs: Readonly<Record<string, Form>>,
    private readonly names: Readonly<Record<string, string>>
  ) {}

  words(): string {
    const some = (all: string[]): string =>
      `${all.slice(0, MAX_NAMED).join(', ')}${all.length > MAX_NAMED ? ` and ${all.length - MAX_NAMED} more` : ''}`
    const sentence = (verb: string, all: string[]): string[] => (all.length === 0 ? [] : [`${verb} ${some(all)}.`.replace(/\.\.$/, '.')])
    return [...sentence('Understood', this.#read), ...sentence('Left out', this.#left)].join(' ')
  }

  read(ref: Form, value: unknown, at: string, depth: number): unknown {
    if (depth > MAX_DEPTH) return value
    const form = this.#resolved(ref)
    if (form.json) return this.#json(form.json, value, at, depth)
    const branches = form.anyOf ?? form.oneOf
    if (branches) return this.#oneOf(branches, value, at, depth)
    if (form.type === 'object') return this.#object(form, value, at, depth)
    if (form.type === 'array') return this.#list(form, value, at, depth)
    const read = this.#one(form, value, at)
    if (!Object.is(read, value)) this.#note(at, read)
    return read
  }

  #resolved(form: Form): Form {
    return (form.$ref === undefined ? undefined : own(this.defs, form.$ref.replace('#/$defs/', ''))) ?? form
  }

  #note(at: string, value: unknown): void {
    const shown = Array.isArray(value) && value.every(isText) ? value.join(', ') : isText(value) ? String(value) : 'JSON'
    this.#read.push(`${at === '' ? 'the input' : at} as ${shownText(shown)}`)
  }

  #one(form: Form, value: unknown, at: string): unknown {
    const one = Array.isArray(value) && value.length === 1 ? (value[0] as unknown) : value
    if (form.type === 'number' || form.type === 'integer') {
      const said = typeof one === 'string' ? one.trim() : ''
      return /^[-+]?\d+(\.\d+)?$/.test(said) ? Number(said) : typeof one === 'number' ? one : value
    }
    if (form.type === 'boolean') return typeof one === 'string' ? (meantFlag(one) ?? value) : typeof one === 'boolean' ? one : value
    if (form.type !== 'string' || !(isText(one) || Array.isArray(one))) return value
    const choices = this.#choicesOf(form)
    if (!choices) {
      const lines = Array.isArray(one) ? one : [one]
      if (lines.length === 0 || typeof one === 'boolean' || (one === lines && !lines.every((line) => typeof line === 'string'))) return value
      const text = lines.join('\n')
      return form.isSlug ? slugOf(text) : form.isNote ? noteOf(text) : text
    }
    if (Array.isArray(one)) return value
    const [meant, ...others] = form.enum ? choicesMeant(choices, String(one)) : choicesCalled(choices, String(one))
    if (meant === undefined) return meansAll(String(one)) && choices.values.includes('all') ? 'all' : value
    if (others.length === 0) return meant
    if (form.enum) this.#ask(at, String(one), choices, [meant, ...others])
    return value
  }

  #ask(at: string, said: string, { labels }: Choices, meant: readonly string[]): void {
    const shown = meant.slice(0, MAX_NAMED).map((value) => {
      const label = own(labels, value) ?? value
      return label === value ? value : `${value} (${label})`
    })
    const more = meant.length > MAX_NAMED ? ` or ${meant.length - MAX_NAMED} more` : ''
    this.question ??= `"${shownText(said)}" for "${at}" may mean ${shown.join(' or ')}${more}. Which one? Call it again with its id.`
  }

  /** The choices of a text. A name of somebody is a choice among all known people, but other texts are possible too. */
  #choicesOf({ enum: values, labels, isName }: Form): Choices | undefined {
    const names = isName ? this.names : {}
    const all = { ...names, ...labels }
    return values || isName || labels ? { values: values ?? Object.keys(all), labels: all } : undefined
  }

  #json(form: Form, value: unknown, at: string, depth: number): unknown {
    const text = typeof value === 'string' ? unfenced(value) : undefined
    const json = text === undefined ? value : parsed(text)
    if (!isObject(json) && !Array.isArray(json)) return value
    const inner = new Reading(form.$defs ?? {}, this.names)
    const read = inner.read(form, json, at, depth + 1)
    this.#add(inner)
    if (text !== value) this.#note(at, read)
    // A text that already has the form stays as it was written.
    return inner.words() === '' && text !== undefined ? text : JSON.stringify(read)
  }

  #add(inner: Reading): void {
    this.#read.push(...inner.#read)
    this.#left.push(...inner.#left)
    this.question ??= inner.question
  }

  /** Of several forms the one that the value has; otherwise the first one whose form it gets; otherwise the first with a key in common. */
  #oneOf(branches: readonly Form[], value: unknown, at: string, depth: number): unknown {
    const forms = branches.map((branch) => this.#resolved(branch)).flatMap((form) => form.anyOf ?? form.oneOf ?? [form])
    if (forms.some((form) => this.#fits(form, value, depth))) return value
    const tried = forms.flatMap((form) => {
      if (isObject(value) && form.type === 'object' && !sharesKey(form, value)) return []
      const reading = new Reading(this.defs, this.names)
      const read = reading.read(form, value, at, depth + 1)
      return [{ reading, read, fits: this.#fits(form, read, depth) }]
    })
    const best = tried.find(({ fits }) => fits) ?? (isObject(value) ? tried.find(({ read }) => isObject(read)) : undefined)
    if (!best) return value
    this.#add(best.reading)
    return best.read
  }

  #object(form: Form, value: unknown, at: string, depth: number): unknown {
    const { properties = {}, required = [], additionalProperties: rest } = form
    const given = objectIn(form, value)
    if (!isObject(given)) return value
    if (given !== value) this.#note(at, given)
    const names = Object.keys(properties)
    const entries: [string, unknown][] = []
    let isSame = given === value
    for (const [said, one] of Object.entries(given)) {
      const [meant = said, ...others] = Object.hasOwn(properties, said) ? [said] : names.filter((name) => foldedName(name) === foldedName(said))
      const key = others.length > 0 || Object.hasOwn(given, meant) ? said : meant
      const path = at === '' ? key : `${at}/${key}`
      const field = own(properties, key)
      const isEmpty =
        field && (one === null ? !this.#fits(field, one, depth) : !required.includes(key) && this.#saysNothing(this.#resolved(field), one))
      if (isEmpty || (!field && rest === false)) {
        this.#left.push(shownText(path))
        isSame = false
        continue
      }
      if (key !== said) this.#read.push(`${shownText(said)} as ${key}`)
      const read = field || isObject(rest) ? this.#field(form, given, key, field ?? (rest as Form), one, path, depth) : one
      isSame &&= key === said && Object.is(read, one)
      entries.push([key, read])
    }
    return isSame ? value : Object.fromEntries(entries)
  }

  /** Reads a field, whose form may depend on another field. */
  #field({ choose }: Form, given: object, key: string, form: Form, one: unknown, path: string, depth: number): unknown {
    const chosen = choose?.field === key ? own(choose.forms, String(own(given as Record<string, unknown>, choose.by))) : undefined
    if (!chosen) return this.read(form, one, path, depth + 1)
    const inner = new Reading(chosen.$defs ?? {}, this.names)
    const read = inner.read(chosen, one, path, depth + 1)
    this.#add(inner)
    return read
  }

  /** Whether a value says that an optional choice or number is not given. */
  #saysNothing(form: Form, value: unknown): boolean {
    if (typeof value !== 'string') return false
    const { type, items } = form
    const choices = this.#choicesOf(items ? this.#resolved(items) : form)
    if (!choices && type !== 'number' && type !== 'integer' && type !== 'boolean') return false
    if (value.trim() === '') return true
    return /^(?:null|none|undefined|n\/a)$/i.test(value.trim()) && (!choices || choicesMeant(choices, value).length === 0)
  }

  #list(form: Form, value: unknown, at: string, depth: number): unknown {
    if (form.prefixItems || form.items === false) return this.#tuple(form, value, at)
    const item = this.#resolved(form.items ?? {})
    const given = listIn(item, value)
    if (given === undefined) return value
    const choices = item.enum && this.#choicesOf(item)
    const inner = choices ? new Reading(this.defs, this.names) : this
    const read = given.flatMap((one, i) => (choices ? inner.#chosen(item, choices, one, at) : [this.read(item, one, `${at}[${i}]`, depth + 1)]))
    this.question ??= inner.question
    const list = choices && !equal(read, value) ? [...new Set(read)] : read
    if (!Array.isArray(value) || choices) {
      if (!equal(list, value)) this.#note(at, list)
      return equal(list, value) ? value : list
    }
    return list.every((one, i) => Object.is(one, value[i])) && list.length === value.length ? value : list
  }

  #tuple({ prefixItems = [] }: Form, value: unknown, at: string): unknown {
    const json = typeof value === 'string' ? (parsed(unfenced(value)) ?? value.split(/[\s,;]+/)) : value
    if (!Array.isArray(json) || json.length !== prefixItems.length) return value
    const read = json.map((one, i) => this.#one(prefixItems[i] ?? {}, one, at))
    if (equal(read, value)) return value
    this.#note(at, read)
    return read
  }

  /** The choices in one item of a list: "all", "Wren, Tobit" or "Wren and Tobit" are several. */
  #chosen(item: Form, choices: Choices, said: unknown, at: string): unknown[] {
    const isOne = typeof said !== 'string' || said.length > MAX_CHOICE || choicesCalled(choices, said).length > 0
    if (isOne) return [this.#one(item, said, at)]
    if (meansAll(said)) return choices.values.includes('all') ? ['all'] : [...choices.values]
    // "Mother Hask, Gant (Sim Gant)" has two parts; a comma in brackets belongs to a name.
    const parts = said.split(/(?:[,;&+\n]|\band\b)(?![^(]*\))/).flatMap((part) => part.trim() || [])
    if (parts.length < 2) return [this.#one(item, said, at)]
    const read = parts.map((part) => this.#one(item, part, at))
    if (read.every((part) => typeof part === 'string' && choices.values.includes(part))) return read
    return [said.includes('(') ? said : this.#one(item, said, at)]
  }

  /** Whether a value has a form, without regard to lengths and patterns. */
  #fits(ref: Form, value: unknown, depth: number): boolean {
    if (depth > MAX_DEPTH) return true
    const form = this.#resolved(ref)
    const within = (one: Form, part: unknown): boolean => this.#fits(one, part, depth + 1)
    const branches = form.anyOf ?? form.oneOf
    if (branches) return branches.some((branch) => within(branch, value))
    if ('const' in form && !Object.is(form.const, value)) return false
    if (form.enum && !form.enum.includes(value as string)) return false
    if (form.type === 'array') {
      if (!Array.isArray(value)) return false
      const { items, prefixItems = [] } = form
      return value.every((part, i) => within(prefixItems[i] ?? (items || {}), part)) && (items !== false || value.length === prefixItems.length)
    }
    if (form.type !== 'object') return form.type === undefined || typeOf(value) === form.type || (form.type === 'integer' && Number.isInteger(value))
    const { properties = {}, required = [], additionalProperties: rest } = form
    if (!isObject(value) || required.some((key) => !Object.hasOwn(value, key))) return false
    return Object.entries(value).every(([key, part]) => {
      const field = own(properties, key)
      return field ? within(field, part) : rest !== false && (!isObject(rest) || within(rest, part))
    })
  }
}

const typeOf = (value: unknown): string => (value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value)
const isText = (value: unknown): value is string | number | boolean => ['string', 'number', 'boolean'].includes(typeof value)
const sharesKey = ({ properties = {} }: Form, value: object): boolean => Object.keys(value).some((key) => Object.hasOwn(properties, key))

/** A text of a model in a sentence: on one line, and not too long. */
const shownText = (text: string): string => {
  const line = text.replace(/\s+/g, ' ').trim()
  return clipped(line, MAX_SHOWN)
}

/** The items of a list that was given as something else; undefined if it isn't clear. An object for a list of texts has one item for each entry. */
function listIn(item: Form, value: unknown): unknown[] | undefined {
  if (Array.isArray(value)) return value as unknown[]
  if (typeof value === 'string') {
    const json = parsed(unfenced(value))
    if (Array.isArray(json)) return json as unknown[]
    if (value.trim() === '') return []
    if ((item.type === 'string' || item.type === 'number') && !item.enum)
      return value.split(',').flatMap((part) => (part.trim() === '' ? [] : [part.trim()]))
    return [isObject(json) ? json : value]
  }
  if (isObject(value) && item.type === 'string')
    return Object.entries(value).map(([key, one]) => `${key} ${typeof one === 'object' ? JSON.stringify(one) : one}`)
  return isText(value) || isObject(value) ? [value] : undefined
}

/** The object that was given as JSON text, or as the only value that it needs. */
function objectIn({ properties = {}, required = [] }: Form, value: unknown): unknown {
  if (isObject(value)) return value
  const json = typeof value === 'string' ? parsed(unfenced(value)) : value
  if (isObject(json)) return json
  const [only, ...others] = required
  return only !== undefined && others.length === 0 && own(properties, only)?.type === typeOf(value) ? { [only]: value } : value
}

/** A name in lower case words joined by dashes; a text that is none in any case stays. */
const slugOf = (text: string): string => (SLUG.test(text) ? text : foldedWords(text).replaceAll(' ', '-') || text)
/** The path of a note; one without an ending gets that of notes. */
const noteOf = (path: string): string => (/[^/\s]$/.test(path) && !/\.[^./\s]+$/.test(path) ? `${path}.md` : path.replace(/\.md$/i, '.md'))
const SLUG = /^[a-z0-9]+([-:][A-Za-z0-9]+)*$/

/** A list or an object that stands in a text as JSON. */
function parsed(text: string): unknown {
  if (!/^\s*[[{]/.test(text)) return undefined
  try {
    const value = JSON.parse(text) as unknown
    return isDeeper(value, MAX_DEPTH) ? undefined : value
  } catch {
    return undefined
  }
}
