import type { CardError } from './card-rules.ts';

export interface FieldTexts {
  readonly title: string;
  readonly number: string;
  readonly month: string;
  readonly year: string;
  readonly cvv: string;
  readonly failed: string;
  readonly errors: Readonly<Record<CardError, string>>;
}

export const texts: Readonly<Record<string, FieldTexts>> = {
  en: {
    title: 'Card details',
    number: 'Card number',
    month: 'Month',
    year: 'Year',
    cvv: 'CVV',
    failed: 'Your card could not be read just now. Nothing was charged. Please try again.',
    errors: {
      'card-number-required': 'Please enter a card number.',
      'card-number-digits': 'Please enter a valid card number (Only numbers allowed)',
      'card-number-invalid': 'Please enter a valid card number.',
      'card-type-invalid': 'Invalid payment card type.',
      'card-cvv-required': 'Please enter a cvv.',
      'card-cvv-invalid': 'Please enter a valid cvv.',
      'card-month-required': 'Please select month.',
      'card-year-required': 'Please select year.',
      'card-expired': 'This card has expired.',
    },
  },
  ar: {
    title: 'بيانات البطاقة',
    number: 'رقم البطاقة',
    month: 'الشهر',
    year: 'السنة',
    cvv: 'رمز التحقق (CVV)',
    failed: 'تعذّرت قراءة بطاقتك الآن. لم يُخصم أي مبلغ. يُرجى المحاولة مرة أخرى.',
    errors: {
      'card-number-required': 'يُرجى إدخال رقم البطاقة.',
      'card-number-digits': 'يُرجى إدخال رقم بطاقة صحيح (أرقام فقط)',
      'card-number-invalid': 'يُرجى إدخال رقم بطاقة صحيح.',
      'card-type-invalid': 'نوع بطاقة الدفع غير صالح.',
      'card-cvv-required': 'يُرجى إدخال رمز التحقق (CVV).',
      'card-cvv-invalid': 'يُرجى إدخال رمز تحقق (CVV) صحيح.',
      'card-month-required': 'يُرجى اختيار الشهر.',
      'card-year-required': 'يُرجى اختيار السنة.',
      'card-expired': 'انتهت صلاحية هذه البطاقة.',
    },
  },
};

export function textsFor(locale: string): { lang: string; dir: 'ltr' | 'rtl'; texts: FieldTexts } {
  const lang = locale.toLowerCase().split('-')[0] ?? 'en';
  const found = Object.hasOwn(texts, lang) ? texts[lang] : undefined;
  if (!found) return { lang: 'en', dir: 'ltr', texts: texts.en as FieldTexts };
  return { lang, dir: lang === 'ar' ? 'rtl' : 'ltr', texts: found };
}
