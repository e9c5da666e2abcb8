// The player of exported pages: it draws with text nodes only, and asks nothing of the network.
import {
  act,
  type ArrowDocument,
  dataOf,
  languageNamed,
  type OpenNode,
  type PageStory,
  pendingNodes,
  type PlayAction,
  type PlayState,
  readArrow,
  startPlay,
  stepBack,
  textOfPage,
  translated
} from '../arrow'
import { element, face, markup, type Pictures } from './draw'

const WORDS = {
  back: 'Step back',
  again: 'Start again',
  next: 'Continue',
  end: 'The end',
  give: 'Answer',
  skip: 'Skip',
  yes: 'Yes',
  no: 'No',
  noText: '…',
  language: 'Language',
  original: 'Original'
}

/** Plays a story in an element of the page. */
class Page {
  #document: ArrowDocument
  #state: PlayState
  #refused: string | undefined

  constructor(
    readonly root: HTMLElement,
    readonly original: ArrowDocument,
    readonly languages: PageStory['languages'],
    readonly pictures: Pictures,
    readonly portraits: Pictures | undefined
  ) {
    this.#document = original
    this.#state = this.#begin()
    this.#draw()
  }

  #begin = (): PlayState => startPlay(this.#document, { seed: Math.floor(Math.random() * 2 ** 31) }).state

  #act(action: PlayAction): void {
    const { state, refused } = act(this.#document, this.#state, action)
    this.#state = state
    this.#refused = refused
    this.#draw()
    this.root.querySelector<HTMLElement>('.waits button, .waits input')?.focus()
  }

  /** The same story in another language: it begins again, because what was shown stays as it was. */
  #speak(language: string): void {
    const texts = Object.hasOwn(this.languages, language) ? this.languages[language] : undefined
    this.#document = texts ? translated(this.original, new Map(Object.entries(texts))) : this.original
    const { lang, dir } = languageNamed(texts ? language : '', textOfPage(this.#document))
    Object.assign(document.documentElement, { lang, dir })
    this.#state = this.#begin()
    this.#draw()
  }

  #draw(): void {
    const pending = new Set(pendingNodes(this.#state).map(({ serial }) => serial))
    const log = element(
      'ol',
      { class: 'log', 'aria-live': 'polite' },
      this.#state.open.flatMap((node) => this.#shown(node, pending.has(node.serial)))
    )
    const over = pending.size === 0 ? [element('p', { class: 'end' }, [WORDS.end])] : []
    const tools = [this.#button(WORDS.back, () => this.#back(), this.#state.past.length === 0), this.#button(WORDS.again, () => this.#again())]
    this.root.replaceChildren(
      element('h1', { dir: 'auto' }, [this.#document.title]),
      log,
      ...over,
      element('nav', { 'aria-label': 'Story' }, [...tools, ...this.#languagePicker()])
    )
    log.lastElementChild?.scrollIntoView({ block: 'nearest' })
  }

  #back(): void {
    this.#state = stepBack(this.#state) ?? this.#state
    this.#refused = undefined
    this.#draw()
  }
  #again(): void {
    this.#state = this.#begin()
    this.#draw()
  }

  #languagePicker(): HTMLElement[] {
    const names = Object.keys(this.languages)
    if (names.length === 0) return []
    const options = ['', ...names].map((name) => element('option', { value: name }, [name === '' ? WORDS.original : name]))
    const select = element('select', { 'aria-label': WORDS.language }, options)
    const spoken = names.find((name) => this.#document !== this.original && name === this.root.dataset['language'])
    select.value = spoken ?? ''
    select.addEventListener('change', () => {
      this.root.dataset['language'] = select.value
      this.#speak(select.value)
    })
    return [select]
  }

  #button(label: string, run: () => void, disabled = false): HTMLElement {
    const button = element('button', { type: 'button' }, [label])
    button.disabled = disabled
    button.addEventListener('click', run)
    return button
  }

  /** What a node shows, with what the reader can do if it waits. */
  #shown(node: OpenNode, waits: boolean): HTMLElement[] {
    const { title, brief, text, character, prompt, taken } = node.shown
    const shows = { pictures: this.pictures, node: this.#document.resources.nodes.get(node.id) }
    const said = [
      ...(title === undefined ? [] : [element('h2', { dir: 'auto' }, markup(title, shows))]),
      ...(character !== undefined && (text !== undefined || taken !== undefined)
        ? [element('p', { class: 'who' }, [...face(character, this.portraits), character.replaceAll('_', ' ')])]
        : []),
      ...[brief, text, prompt].flatMap((one) => (one === undefined ? [] : [element('div', { class: 'text', dir: 'auto' }, markup(one, shows))])),
      ...(taken === undefined || waits ? [] : [element('p', { class: character === undefined ? 'taken' : 'text' }, [taken])]),
      ...(waits ? [element('div', { class: 'waits' }, this.#choices(node))] : [])
    ]
    return said.length === 0 || node.skipped ? [] : [element('li', {}, said)]
  }

  #choices({ serial, id, type, shown }: OpenNode): HTMLElement[] {
    const options = shown.playable === true || shown.actions ? (shown.lines ?? shown.actions ?? []) : undefined
    if (options)
      return options.map((text, index) =>
        this.#button(text.trim() === '' ? WORDS.noText : text, () => this.#act({ do: 'choose', index, node: serial }))
      )
    if (type !== 'user_input') return [this.#button(WORDS.next, () => this.#act({ do: 'continue', node: serial }))]
    const node = this.#document.resources.nodes.get(id)
    const variable = this.#document.resources.variables.get(Number(node && dataOf(node, 'variable')))
    const custom = node && dataOf(node, 'custom')
    const list: readonly unknown[] = Array.isArray(custom) ? custom : []
    const word = (at: number, other: string): string => (typeof list[at] === 'string' && list[at] !== '' ? list[at] : other)
    const skip = this.#button(WORDS.skip, () => this.#act({ do: 'skip', node: serial }))
    if (variable?.type === 'bool')
      return [true, false]
        .map((value) => this.#button(value ? word(1, WORDS.yes) : word(0, WORDS.no), () => this.#act({ do: 'input', value, node: serial })))
        .concat(skip)
    const isNumber = variable?.type === 'num'
    const field = element(
      'input',
      { type: isNumber ? 'number' : 'text', 'aria-label': shown.prompt ?? WORDS.give, placeholder: isNumber ? '' : word(2, '') },
      []
    )
    const usual = list[isNumber ? 3 : 1]
    field.value = typeof usual === 'string' || typeof usual === 'number' ? String(usual) : ''
    const give = (): void => this.#act({ do: 'input', value: isNumber ? Number(field.value) : field.value, node: serial })
    field.addEventListener('keydown', ({ key }) => {
      if (key === 'Enter') give()
    })
    const refused = this.#refused === undefined ? [] : [element('p', { role: 'alert' }, [this.#refused])]
    return [field, this.#button(WORDS.give, give), skip, ...refused]
  }
}

const root = document.getElementById('story')
const data = document.getElementById('story-data')?.textContent
if (root && data) {
  const { document: text, languages, pictures = {}, portraits } = JSON.parse(data) as PageStory
  const story = new Page(root, readArrow(text).document, languages, pictures, portraits)
  story.root.dataset['ready'] = ''
}
