import { expect, it } from 'vitest'
import { remoteAddress, sourceAddress } from './address'

it.each([
  ['https://example.org/a;b.git?x#y', 'https://example.org/a%3bb.git', 'https://example.org'],
  ['http://127.0.0.1:8080/a.git', 'http://127.0.0.1:8080/a.git', 'http://127.0.0.1:8080'],
  [' git@example.org:mill/story.git ', 'git@example.org:mill/story.git', undefined],
  ['mill-server:/srv/story.git', 'mill-server:/srv/story.git', undefined],
  ['ann@[::1]:story.git', 'ann@[::1]:story.git', undefined],
  ['ssh://git@example.org:2222/~ann/story.git', 'ssh://git@example.org:2222/~ann/story.git', undefined],
  ['ssh://example.org/story', 'ssh://example.org/story', undefined]
])('%s is an address', (text, url, origin) => {
  expect(remoteAddress(text)).toEqual({ url, origin })
})

it.each([
  ['ssh://git:secret@example.org/a', /contains a password/],
  ['ssh://-oProxyCommand=x/a', /no valid user, host or path|not the address/],
  ['ssh://-oProxyCommand=x@example.org/a', /no valid user/],
  ['ssh://example.org', /no valid user, host or path/],
  ['-oProxyCommand=x:a', /not the address/],
  ['-oProxyCommand=x@example.org:a', /not the address/],
  ['git@example.org:-x', /not the address/],
  ['git@example.org:a"\n[core]', /not the address/],
  ['ext::sh -c x', /not the address/],
  ['C:\\stories\\well', /not the address/],
  ['/srv/story.git', /not the address/],
  ['file:///srv/story.git', /not the address/]
])('%s is no address', (text, why) => {
  expect(() => remoteAddress(text)).toThrow(why)
})

it.each([
  ['https://example.org/a.git', { url: 'https://example.org/a.git', protocol: 'https', isFile: false }],
  ['http://127.0.0.1:8080/a.git', { url: 'http://127.0.0.1:8080/a.git', protocol: 'http', isFile: false }],
  ['git@example.org:mill/story.git', { url: 'git@example.org:mill/story.git', protocol: 'ssh', isFile: false }],
  ['git://example.org/a.git', { url: 'git://example.org/a.git', protocol: 'git', isFile: false }],
  ['file:///srv/Oda’s story', { url: 'file:///srv/Oda%E2%80%99s%20story', protocol: 'file', isFile: true }]
])('%s is an address to read from', (text, address) => {
  expect(sourceAddress(text)).toEqual(address)
})

it.each([
  'ext::sh -c x',
  'file:///',
  'file://host/srv/a',
  'file:///srv/a?x',
  'git://-oProxyCommand=x/a',
  'git://ann:secret@example.org/a',
  'git://example.org',
  '--upload-pack=x',
  'fd::3/a',
  '/srv/story',
  'http://example.org/a.git'
])('%s is no address to read from', (text) => {
  expect(() => sourceAddress(text)).toThrow(/Write it (?:as|with)|Write the address with/)
})
