import { xmlAttribute, xmlText } from '../base/xml-text'

/** A piece of text in a drawing. */
class SmallText {
  parentNode: SmallElement | undefined

  constructor(
    readonly ownerDocument: SmallDocument,
    private readonly text: string
  ) {}

  toString(): string {
    return xmlText(this.text)
  }
}

type SmallNode = SmallElement | SmallText

/** An element of a small document: what Observable Plot and d3 use of one to draw. As text it is its markup. */
class SmallElement {
  parentNode: SmallElement | undefined
  childNodes: SmallNode[] = []
  /** Styles by their names in JavaScript, or as they were set. */
  readonly style: Record<string, unknown>
  readonly #attributes = new Map<string, string>()

  constructor(
    readonly ownerDocument: SmallDocument,
    readonly namespaceURI: string,
    readonly tagName: string
  ) {
    const style: Record<string, unknown> = {}
    const methods = {
      setProperty: (name: string, value: unknown) => void (style[name] = value),
      removeProperty: (name: string) => delete style[name]
    }
    for (const [name, value] of Object.entries(methods)) Object.defineProperty(style, name, { value })
    this.style = style
  }

  get firstChild(): SmallNode | null {
    return this.childNodes[0] ?? null
  }
  get lastChild(): SmallNode | null {
    return this.childNodes.at(-1) ?? null
  }
  get textContent(): string {
    return this.childNodes.join('')
  }
  set textContent(text: string) {
    this.childNodes = []
    if (text !== '') this.appendChild(new SmallText(this.ownerDocument, text))
  }

  appendChild(child: SmallNode): SmallNode {
    return this.insertBefore(child, null)
  }
  append(...all: (SmallNode | string)[]): void {
    for (const one of all) this.appendChild(typeof one === 'string' ? new SmallText(this.ownerDocument, one) : one)
  }
  insertBefore(child: SmallNode, before: SmallNode | null): SmallNode {
    child.parentNode?.removeChild(child)
    const at = before ? this.childNodes.indexOf(before) : -1
    this.childNodes.splice(at < 0 ? this.childNodes.length : at, 0, child)
    child.parentNode = this
    return child
  }
  removeChild(child: SmallNode): SmallNode {
    this.childNodes = this.childNodes.filter((one) => one !== child)
    child.parentNode = undefined
    return child
  }

  setAttribute(name: string, value: unknown): void {
    this.#attributes.set(name, String(value))
  }
  setAttributeNS(_namespace: string | null, name: string, value: unknown): void {
    this.setAttribute(name, value)
  }
  getAttribute(name: string): string | null {
    return this.#attributes.get(name) ?? null
  }
  removeAttribute(name: string): void {
    this.#attributes.delete(name)
  }
  /** Nothing happens in a drawing without a window. */
  addEventListener(): void {}

  toString(): string {
    const styles = Object.entries(this.style).map(
      ([name, value]) => `${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}: ${String(value)}`
    )
    const all = [...this.#attributes, ...(styles.length > 0 ? [['style', styles.join('; ')] as const] : [])]
    const attributes = all.map(([name, value]) => ` ${name}="${xmlAttribute(value)}"`).join('')
    return `<${this.tagName}${attributes}>${this.childNodes.join('')}</${this.tagName}>`
  }
}

/** A document to draw a chart in where there is no window. */
export class SmallDocument {
  readonly documentElement = new SmallElement(this, 'http://www.w3.org/1999/xhtml', 'html')

  createElementNS(namespace: string, name: string): SmallElement {
    return new SmallElement(this, namespace, name)
  }
  createElement(name: string): SmallElement {
    return this.createElementNS(this.documentElement.namespaceURI, name)
  }
  createTextNode(text: unknown): SmallText {
    return new SmallText(this, String(text))
  }
}
