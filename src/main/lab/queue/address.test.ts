import { expect, it } from 'vitest'
import { queueAddress } from './address'

const plain = { db: 0, isEncrypted: false, isHere: false }

it.each([
  ['redis://127.0.0.1', { ...plain, host: '127.0.0.1', port: 6379, isHere: true, shown: 'redis://127.0.0.1:6379' }],
  [' redis://[::1]:7000/3 ', { ...plain, host: '::1', port: 7000, db: 3, isHere: true, shown: 'redis://[::1]:7000/3' }],
  [
    'rediss://oda:p%40ss%2Fw%3Ard@queue.example.org',
    {
      ...plain,
      host: 'queue.example.org',
      port: 6379,
      username: 'oda',
      password: 'p@ss/w:rd',
      isEncrypted: true,
      shown: 'rediss://queue.example.org:6379'
    }
  ],
  ['redis://:x@mill', { ...plain, host: 'mill', port: 6379, password: 'x', shown: 'redis://mill:6379' }]
])('%s is a queue’s address, shown without its password', (text, address) => {
  const { url, ...read } = queueAddress(text)
  expect(read).toEqual(address)
  expect(queueAddress(url)).toMatchObject({ shown: address.shown, db: address.db })
  expect(url).toBe(address.shown.replace('//', 'username' in address ? `//${address.username}@` : '//'))
})

it('takes the password of the environment where the address has none', () => {
  expect(queueAddress('redis://mill', 'y').password).toBe('y')
  expect(queueAddress('redis://oda@mill', 'y')).toMatchObject({ username: 'oda', password: 'y' })
  expect(queueAddress('redis://:x@mill', 'y').password).toBe('x')
})

it.each([
  '',
  'localhost:6379',
  'http://:secret@host',
  'redis://',
  'redis://:secret@host/name',
  'redis://:secret%zz@host',
  'redis://:secret@host?family=6',
  'unix:///run/redis.sock'
])('%j is no queue’s address, and what was typed is not repeated', (text) => {
  expect(() => queueAddress(text)).toThrow(
    /^This is not the address of a queue\. Write it as redis:\/\/host:6379, or rediss:\/\/ where it is encrypted\.$/
  )
})
