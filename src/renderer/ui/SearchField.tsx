import type { ComponentProps, ReactElement } from 'react'

interface SearchFieldProps extends Pick<ComponentProps<'input'>, 'placeholder' | 'maxLength' | 'onKeyDown' | 'ref'> {
  label: string
  query: string
  onQuery: (query: string) => void
}

/** A field whose text searches or filters a list. */
export const SearchField = ({ label, query, onQuery, placeholder = label, maxLength = 200, ...rest }: SearchFieldProps): ReactElement => (
  <input
    {...rest}
    type="search"
    className="input"
    aria-label={label}
    placeholder={placeholder}
    maxLength={maxLength}
    spellCheck={false}
    autoComplete="off"
    value={query}
    onChange={({ target }) => onQuery(target.value)}
  />
)
