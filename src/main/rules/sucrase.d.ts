/** The parser inside sucrase. Its public `getFormattedTokens` returns the same tokens as padded text, ten times slower. */
declare module 'sucrase/dist/parser/index.js' {
  export interface Token {
    type: number
    start: number
    end: number
    identifierRole: number | null
  }
  export function parse(input: string, jsx: boolean, typescript: boolean, flow: boolean): { tokens: Token[] }
}
declare module 'sucrase/dist/parser/tokenizer/types.js' {
  /** `name`, `string`, `template`, or the symbol itself: `(`, `?.`. */
  export function formatTokenType(type: number): string
}
