import type { SampleCard } from "../sample-cards.ts";

/** Sample cards of the template `job`. */
export const jobCards: readonly SampleCard[] = [
  {
    name: "minimal",
    data: {
      title: "Technical writer",
    },
  },
  {
    name: "full",
    data: {
      title: "Senior platform engineer",
      company: "Norte",
      location: "Bergen or remote in Europe",
      salary: "€78,000 – 96,000",
      type: "Full-time",
    },
  },
  {
    name: "with logo",
    data: {
      title: "Designer for developer tools",
      company: "Placard",
      location: "Remote",
      salary: "€64,000 – 80,000",
      type: "Full-time",
      logo: "https://jobs.example/logo.png",
    },
  },
  {
    name: "partial",
    data: {
      title: "Lighthouse keeper",
      company: "Coastal Heritage Trust",
      location: "Fedje, Norway",
    },
  },
  {
    name: "long",
    data: {
      title:
        "Principal engineer for reliability, capacity planning and incident response in the infrastructure department",
      company: "The Association of Quiet Maintainers",
      location: "Haus der Kulturen, John-Foster-Dulles-Allee 10, Berlin, or remote in central Europe",
      salary: "from 1 249 000 kr a year incl. pension and allowances",
      type: "Full-time or 80 %, permanent",
    },
  },
  {
    name: "Japanese",
    data: {
      title: "シニアプラットフォームエンジニア",
      company: "株式会社ノルテ",
      location: "東京またはリモート",
      salary: "年収900万〜1,200万円",
      type: "正社員",
    },
  },
  {
    name: "Arabic",
    data: {
      title: "مهندس منصات أول",
      company: "نورتي",
      location: "القاهرة أو عن بُعد",
      salary: "٤٥٬٠٠٠ جنيه شهريًا",
      type: "دوام كامل",
    },
  },
  {
    name: "Hindi",
    data: {
      title: "वरिष्ठ प्लेटफ़ॉर्म इंजीनियर",
      company: "नॉर्ते",
      location: "बेंगलुरु",
      salary: "₹32–40 लाख",
      type: "पूर्णकालिक",
    },
  },
  {
    name: "Thai",
    data: {
      title: "วิศวกรแพลตฟอร์มอาวุโส",
      company: "นอร์เต",
      location: "กรุงเทพฯ",
      salary: "฿90,000–120,000",
    },
  },
  {
    name: "Korean",
    data: {
      title: "시니어 플랫폼 엔지니어",
      company: "노르테",
      location: "서울 성수동",
      type: "정규직",
    },
  },
  {
    name: "emoji",
    data: {
      title: "Pizza tester 🍕",
      company: "🦊 Fox Labs",
      location: "The moon 🌙",
      salary: "∞ slices",
    },
  },
];
