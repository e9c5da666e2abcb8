/** The parser inside sucrase: its public `getFormattedTokens` writes the same tokens as a padded text, ten times slower. */
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
  /** `name`, `string`, `template`, or the sign itself: `(`, `?.`. */
  export function formatTokenType(type: number): string
}
