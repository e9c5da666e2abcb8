import { Composer, type Document, type ErrorCode, type LineCounter, Parser } from 'yaml'

/** The first fault of a YAML text: the parser's code and message, and its offset in characters from 0. */
export interface YamlFault {
  code: ErrorCode
  message: string
  offset: number
}

/**
 * One YAML document with the first warning, or the first fault of the text. The parser's own entry point creates an error for every fault, and a text
 * can have as many faults as characters. Duplicate keys are allowed here, because the parser would compare every key with every other: the caller
 * finds them. `lines`, if given, collects the offsets at which lines begin. `merge`: whether converting the document applies merge keys.
 */
export function yamlDocument(
  text: string,
  lines?: LineCounter,
  merge = false
): { document: YamlDocument; warning?: YamlFault } | { fault: YamlFault } {
  const composer = new Composer({ uniqueKeys: false, merge, prettyErrors: false, keepSourceTokens: true })
  let warning: YamlFault | undefined
  // The parser treats an error that is thrown within it as a fault of its own, and reports it again.
  let first: YamlFault | undefined
  Object.assign(composer, {
    onError: (source: ErrorSource, code: ErrorCode, message: string, isWarning?: boolean): void => {
      const fault = { code, message, offset: offsetOf(source) }
      if (isWarning) warning ??= fault
      else throw new FirstFault((first ??= fault))
    }
  })
  let document: YamlDocument | undefined
  try {
    for (const token of new Parser(lines?.addNewLine).parse(text)) {
      if (token.type === 'error') throw new FirstFault({ code: 'UNEXPECTED_TOKEN', message: token.message, offset: token.offset })
      for (const parsed of composer.next(token)) document = only(document, parsed)
    }
    for (const parsed of composer.end(true, text.length)) document = only(document, parsed)
  } catch (thrown) {
    if (thrown instanceof FirstFault) return { fault: thrown.fault }
    throw thrown
  }
  if (!document) throw new Error('A YAML text without a document.')
  const [error] = document.errors
  return error ? { fault: { code: error.code, message: error.message, offset: error.pos[0] } } : { document, ...(warning && { warning }) }
}

type YamlDocument = Document.Parsed
type ErrorSource = number | readonly number[] | { offset: number }

const offsetOf = (source: ErrorSource): number => (typeof source === 'number' ? source : 'offset' in source ? source.offset : (source[0] ?? 0))

class FirstFault extends Error {
  constructor(readonly fault: YamlFault) {
    super(fault.message)
  }
}

function only(before: YamlDocument | undefined, next: YamlDocument): YamlDocument {
  if (before) throw new FirstFault({ code: 'MULTIPLE_DOCS', message: 'Source contains multiple documents', offset: next.range[0] })
  return next
}
