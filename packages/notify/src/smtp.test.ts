import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { createInterface } from 'node:readline';
import { expect, it } from 'vitest';
import { SmtpMailer } from './smtp.ts';

it('a refusal tells what the server said and not to whom the mail was', async () => {
  const server = createServer((socket) => {
    socket.on('error', () => undefined).write('220 mail.test\r\n');
    createInterface(socket).on('line', (line) => {
      const to = /^RCPT TO:<(.*)>/i.exec(line)?.[1];
      socket.write(to ? `550 5.1.1 <${to.toUpperCase()}>: no such mailbox\r\n` : '250 fine\r\n');
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const mailer = new SmtpMailer(`smtp://127.0.0.1:${(server.address() as AddressInfo).port}`);
  const refused = mailer.send({
    id: 'one',
    from: { name: 'Clay', address: 'no-reply@clay.test' },
    to: 'ada.secret@fans.test',
    subject: 'x',
    text: 'x',
    html: 'x',
  });
  const error = await refused.catch((thrown: unknown) => thrown as Error & { code?: string });
  server.close();
  expect(error).toMatchObject({
    code: 'EENVELOPE',
    message: expect.stringContaining('550 5.1.1 <the recipient>: no such mailbox'),
  });
  expect(`${(error as Error).stack} ${JSON.stringify(error)}`).not.toMatch(/secret/i);
});
